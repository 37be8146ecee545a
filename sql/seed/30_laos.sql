-- Demo content of the Laos variant: everything that uses kip. Its amounts are five
-- hundred times the amounts of the baht demo.

insert into deposit_account (bank_code, bank_type, mode, account_name, account_no, currency, position, lapnet) values
    ('BCEL', 'bank', 'AUTO', 'KRAPAO PAY', '010120000456789001', 'LAK', 10,
     '00020101021138670016A00526628466257701082771041802030020324KRAPAODEMOHOUSEACCOUNT0153034185802LA63047922')
on conflict do nothing;

-- Games whose provider has an agent of ours for kip. An agent has one currency, so each
-- is a separate slot, with its own house accounts (house + 500).
insert into slot (code, name, category, position, format, way, currency, units_of, units_for, step, share, edge, house, logo, background) values
    ('pglao',     'PG Soft', 'slot',  10, 'pgsoft',     'link', 'LAK', 1, 1,    100, 100, 532, 200, '/games/pg.svg',      '/games/bg-2.svg'),
    ('usunlao',   'USUN',    'slot',  20, 'aggregator', 'link', 'LAK', 1, 1000, 1,   100, 532, 202, '/games/usun.svg',    '/games/bg-3.svg'),
    ('circuslao', 'Circus',  'slot',  30, 'generic',    'link', 'LAK', 1, 1,    100, 100, 532, 204, '/games/circus.svg',  '/games/bg-1.svg'),
    ('ufalao',    'UFABET',  'sport', 10, 'sbobet',     'form', 'LAK', 1, 1,    100, 50,  744, 206, '/games/ufabet.svg',  '/games/bg-4.svg'),
    ('huaylao',   'Huay Lao', 'lotto', 10, 'generic',   'form', 'LAK', 1, 1,    100, 0,   1000, 208, '/games/huaylao.svg', '/games/bg-1.svg')
on conflict do nothing;

-- The wheel in kip. A spin pays 460 kip on average. It costs a coin, for which 50,000 kip were deposited and played.
insert into prize (currency, code, kind, amount, times) values
    ('LAK', 'NONE', 'NOTHING', 0, 0), ('LAK', 'CASH500', 'CREDIT', 50000, 0), ('LAK', 'CASH2500', 'CREDIT', 250000, 0), ('LAK', 'CASH10000', 'CREDIT', 1000000, 0),
    ('LAK', 'PLAY25000', 'TURNOVER', 2500000, 3), ('LAK', 'CASH50000', 'CREDIT', 5000000, 0), ('LAK', 'CASH250000', 'CREDIT', 25000000, 0)
on conflict do nothing;

insert into wheel (currency, definition)
select 'LAK', '{"currency": "LAK", "name": {"th": "วงล้อฝนเหรียญ", "lo": "ວົງລໍ້ຝົນຫຼຽນ", "en": "Coin rain wheel"}, "large": 250000, "slices": [
    {"code": "K50000", "label": {"th": "50,000 กีบ", "lo": "50,000 ກີບ", "en": "50,000 kip"}, "description": {"th": "<p>คูปองเงินสด 50,000 กีบ รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 50,000 ກີບ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 50,000 kip. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#ffc037", "textColor": "#3b2603", "weight": 15, "prize": {"code": "CASH50000", "name": {"th": "เงินสด 50,000 กีบ", "lo": "ເງິນສົດ 50,000 ກີບ", "en": "50,000 kip cash"}, "kind": "CREDIT", "amount": 50000, "turnover": 0}},
    {"code": "K2500", "label": {"th": "2,500 กีบ", "lo": "2,500 ກີບ", "en": "2,500 kip"}, "description": {"th": "<p>คูปองเงินสด 2,500 กีบ รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 2,500 ກີບ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 2,500 kip. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 600, "prize": {"code": "CASH2500", "name": {"th": "เงินสด 2,500 กีบ", "lo": "ເງິນສົດ 2,500 ກີບ", "en": "2,500 kip cash"}, "kind": "CREDIT", "amount": 2500, "turnover": 0}},
    {"code": "K10000", "label": {"th": "10,000 กีบ", "lo": "10,000 ກີບ", "en": "10,000 kip"}, "description": {"th": "<p>คูปองเงินสด 10,000 กีบ รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 10,000 ກີບ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 10,000 kip. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#f0a6b3", "textColor": "#3d0914", "weight": 60, "prize": {"code": "CASH10000", "name": {"th": "เงินสด 10,000 กีบ", "lo": "ເງິນສົດ 10,000 ກີບ", "en": "10,000 kip cash"}, "kind": "CREDIT", "amount": 10000, "turnover": 0}},
    {"code": "NONE1", "label": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "description": {"th": "<p>เหรียญที่เหลือยังอยู่ครบ</p>", "lo": "<p>ຫຼຽນທີ່ເຫຼືອຍັງຢູ່ຄົບ</p>", "en": "<p>You keep your remaining coins</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 3652, "prize": {"code": "NONE", "name": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "kind": "NOTHING", "amount": 0, "turnover": 0}},
    {"code": "K250000", "label": {"th": "250,000 กีบ", "lo": "250,000 ກີບ", "en": "250,000 kip"}, "description": {"th": "<p>คูปองเงินสด 250,000 กีบ รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 250,000 ກີບ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 250,000 kip. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#1e6a3e", "textColor": "#ffffff", "weight": 1, "prize": {"code": "CASH250000", "name": {"th": "เงินสด 250,000 กีบ", "lo": "ເງິນສົດ 250,000 ກີບ", "en": "250,000 kip cash"}, "kind": "CREDIT", "amount": 250000, "turnover": 0}},
    {"code": "K500", "label": {"th": "500 กีบ", "lo": "500 ກີບ", "en": "500 kip"}, "description": {"th": "<p>คูปองเงินสด 500 กีบ รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 500 ກີບ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 500 kip. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 2000, "prize": {"code": "CASH500", "name": {"th": "เงินสด 500 กีบ", "lo": "ເງິນສົດ 500 ກີບ", "en": "500 kip cash"}, "kind": "CREDIT", "amount": 500, "turnover": 0}},
    {"code": "K25000", "label": {"th": "25,000 กีบ", "lo": "25,000 ກີບ", "en": "25,000 kip"}, "description": {"th": "<p>คูปองเครดิต 25,000 กีบ ทำยอดเทิร์น 3 เท่าก่อนถอน รับได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເຄຣດິດ 25,000 ກີບ ເຮັດຍອດເທີນ 3 ເທົ່າກ່ອນຖອນ ຮັບໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A 25,000 kip coupon. Bet it 3 times before you withdraw. Claim it within 30 days.</p>"}, "bgColor": "#8aaceb", "textColor": "#0b1f4d", "weight": 20, "prize": {"code": "PLAY25000", "name": {"th": "เครดิต 25,000 กีบ ทำยอดเทิร์น 3 เท่า", "lo": "ເຄຣດິດ 25,000 ກີບ ເຮັດຍອດເທີນ 3 ເທົ່າ", "en": "25,000 kip, bet 3 times"}, "kind": "TURNOVER", "amount": 25000, "turnover": 3}},
    {"code": "NONE2", "label": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "description": {"th": "<p>เหรียญที่เหลือยังอยู่ครบ</p>", "lo": "<p>ຫຼຽນທີ່ເຫຼືອຍັງຢູ່ຄົບ</p>", "en": "<p>You keep your remaining coins</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 3652, "prize": {"code": "NONE", "name": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "kind": "NOTHING", "amount": 0, "turnover": 0}}
]}'
where not exists (select from wheel where currency = 'LAK');

-- Bonuses of the demo in kip. The first can be taken after a deposit of 500,000 kip.
insert into offer (kind, code, position, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, name, banners) values
    ('bonus', 'WELCOMELAK', 10, 'LAK', 'limit', 1, 2000, 0, 50000000, 50000000, 1200, 5,
     '{"th":"โบนัสต้อนรับ 20%","lo":"ໂບນັດຕ້ອນຮັບ 20%","en":"Welcome bonus 20%"}',
     '[{"image":"/bonus/welcome.svg","html":{"th":"<p>ฝาก 500,000 กีบขึ้นไป รับเพิ่ม 20% สูงสุด 500,000 กีบ</p><p>ทำยอดเทิร์น 12 เท่าของยอดฝากรวมโบนัส แล้วถอนได้ทั้งหมด บางเกมนับไม่เต็มหรือไม่นับ</p>","lo":"<p>ຝາກ 500,000 ກີບຂຶ້ນໄປ ຮັບເພີ່ມ 20% ສູງສຸດ 500,000 ກີບ</p><p>ເຮັດຍອດເທີນ 12 ເທົ່າຂອງຍອດຝາກລວມໂບນັດ ແລ້ວຖອນໄດ້ທັງໝົດ ບາງເກມນັບບໍ່ເຕັມ ຫຼື ບໍ່ນັບ</p>","en":"<p>Deposit 500,000 kip or more and get 20% on top, up to 500,000 kip.</p><p>Bet 12 times your deposit and bonus, then withdraw it all. Some games count only in part or not at all.</p>"}},{"image":"/bonus/welcome-2.svg","html":{"th":"<p>รับได้ครั้งเดียว ก่อนโยกเงินเข้าเกม ถ้ายกเลิก ระบบจะหักโบนัสออก และหักเงินที่ชนะด้วยถ้าเล่นไปแล้ว</p>","lo":"<p>ຮັບໄດ້ຄັ້ງດຽວ ກ່ອນໂອນເງິນເຂົ້າເກມ ຖ້າຍົກເລີກ ລະບົບຈະຫັກໂບນັດອອກ ແລະ ຫັກເງິນທີ່ຊະນະນຳ ຖ້າຫຼິ້ນໄປແລ້ວ</p>","en":"<p>Claim it once, before you transfer to a game. If you cancel it, we take back the bonus, and any winnings if you''ve played.</p>"}}]'),
    ('bonus', 'DAILYLAK', 20, 'LAK', 'day', 1, 500, 0, 5000000, 25000000, 800, 5,
     '{"th":"โบนัสฝากรายวัน 5%","lo":"ໂບນັດຝາກລາຍວັນ 5%","en":"Daily deposit bonus 5%"}',
     '[{"image":"/bonus/daily.svg","html":{"th":"<p>ฝาก 250,000 กีบขึ้นไป รับเพิ่ม 5% สูงสุด 50,000 กีบ วันละครั้ง</p>","lo":"<p>ຝາກ 250,000 ກີບຂຶ້ນໄປ ຮັບເພີ່ມ 5% ສູງສຸດ 50,000 ກີບ ມື້ລະຄັ້ງ</p>","en":"<p>Deposit 250,000 kip or more and get 5% on top, up to 50,000 kip, once a day.</p>"}}]'),
    ('bonus', 'WEEKENDLAK', 30, 'LAK', 'week', 2, 0, 5000000, 0, 100000000, 600, 5,
     '{"th":"โบนัสประจำสัปดาห์ 50,000 กีบ","lo":"ໂບນັດປະຈຳອາທິດ 50,000 ກີບ","en":"Weekly bonus of 50,000 kip"}',
     '[{"image":"/bonus/weekend.svg","html":{"th":"<p>ฝาก 1,000,000 กีบขึ้นไป รับ 50,000 กีบ สัปดาห์ละ 2 ครั้ง</p>","lo":"<p>ຝາກ 1,000,000 ກີບຂຶ້ນໄປ ຮັບ 50,000 ກີບ ອາທິດລະ 2 ຄັ້ງ</p>","en":"<p>Deposit 1,000,000 kip or more and get 50,000 kip, twice a week.</p>"}}]')
on conflict do nothing;

insert into offer (kind, code, currency, amount, times, percent_fail, quantity, name, description) values
    ('promotion', 'KRAPAO25K', 'LAK', 2500000, 1000, 5, 1000,
     '{"th":"ของขวัญจากกระเป๋า","lo":"ຂອງຂວັນຈາກກະເປົາ","en":"A gift from Krapao"}',
     '{"th":"<p>รับ 25,000 กีบเข้ากระเป๋าทันที ทำยอดเทิร์น 10 เท่าก่อนถอน คนละครั้ง</p>","lo":"<p>ຮັບ 25,000 ກີບເຂົ້າກະເປົາທັນທີ ເຮັດຍອດເທີນ 10 ເທົ່າກ່ອນຖອນ ຄົນລະຄັ້ງ</p>","en":"<p>25,000 kip in your wallet right away. Bet it 10 times before you withdraw. Once per person.</p>"}')
on conflict do nothing;
