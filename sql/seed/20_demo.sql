-- Demo content, in development only: deposit accounts of the sandbox's banks,
-- and texts in three languages.

insert into deposit_account (bank_code, bank_type, mode, account_name, account_no, position) values
    ('KBANK', 'bank', 'AUTO', 'บจก. กระเป๋า เพย์', '0483921567', 10),
    ('SCB', 'bank', 'SMS', 'บจก. กระเป๋า เพย์', '1112223334', 20),
    ('GSB', 'bank', 'SMS', 'บจก. กระเป๋า เพย์', '020123456789', 30)
on conflict do nothing;

insert into deposit_wallet (account_name, mobile, mode, position) values
    ('บจก. กระเป๋า เพย์', '0812340000', 'gift', 10)
on conflict do nothing;

insert into page_text (kind, position, th, lo, en) values
    ('condition', 1,
     '<h3>ฝากเงิน</h3><p>โอนจากบัญชีที่ลงทะเบียนไว้เท่านั้น เงินเข้ากระเป๋าภายใน 1 นาที ถ้ายังไม่เข้า ส่งสลิปภายใน 1 ชั่วโมงหลังโอน ถ้าไม่มีปุ่มส่งสลิป ติดต่อทีมดูแลลูกค้า</p>',
     '<h3>ຝາກເງິນ</h3><p>ໂອນຈາກບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ເງິນເຂົ້າກະເປົາພາຍໃນ 1 ນາທີ ຖ້າຍັງບໍ່ເຂົ້າ ສົ່ງບິນໂອນພາຍໃນ 1 ຊົ່ວໂມງຫຼັງໂອນ ຖ້າບໍ່ມີປຸ່ມສົ່ງບິນໂອນ ຕິດຕໍ່ຝ່າຍບໍລິການລູກຄ້າ</p>',
     '<h3>Deposits</h3><p>Transfer only from your registered account. Your wallet is credited within 1 minute. If it isn''t, send the slip within 1 hour of the transfer, or contact support where slips can''t be sent.</p>'),
    ('condition', 2,
     '<h3>ถอนเงิน</h3><p>ถอนเข้าบัญชีธนาคารที่ลงทะเบียนไว้เท่านั้น ถ้ารับโบนัส แนะนำให้ถอนทั้งหมดหลังโบนัสสิ้นสุด</p>',
     '<h3>ຖອນເງິນ</h3><p>ຖອນເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ຖ້າຮັບໂບນັດ ແນະນຳໃຫ້ຖອນທັງໝົດຫຼັງໂບນັດສິ້ນສຸດ</p>',
     '<h3>Withdrawals</h3><p>We only pay to your registered bank account. After a bonus, we recommend withdrawing the full amount.</p>'),
    ('condition', 3,
     '<h3>ความปลอดภัย</h3><p>หนึ่งคนต่อหนึ่งบัญชี อย่าบอกรหัสผ่านหรือรหัส OTP กับใคร ทีมดูแลลูกค้าไม่มีวันถาม</p>',
     '<h3>ຄວາມປອດໄພ</h3><p>ໜຶ່ງຄົນຕໍ່ໜຶ່ງບັນຊີ ຢ່າບອກລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ໃຫ້ໃຜ ຝ່າຍບໍລິການລູກຄ້າບໍ່ເຄີຍຖາມ</p>',
     '<h3>Safety</h3><p>One account per person. Never share your password or an SMS code: support will never ask for them.</p>'),
    ('agreement', 1,
     '<p>คุณต้องมีอายุ 20 ปีขึ้นไป และยอมรับข้อตกลงการใช้งาน เล่นเท่าที่ไหว ตั้งงบไว้ก่อนเสมอ</p>',
     '<p>ທ່ານຕ້ອງມີອາຍຸ 20 ປີຂຶ້ນໄປ ແລະ ຍອມຮັບຂໍ້ຕົກລົງການໃຊ້ງານ ຫຼິ້ນຕາມງົບ ຕັ້ງງົບໄວ້ກ່ອນສະເໝີ</p>',
     '<p>You must be 20 or older and accept the terms of use. Play within your means, and set your budget first.</p>'),
    ('notice', 1,
     '<p>ถอนได้เมื่อทำยอดเทิร์นครบ หรือเงินในกระเป๋าและเกมรวมกันเหลือไม่เกิน {percentFail}% ของยอดในกระเป๋าหลังรับโบนัส (สูงสุด 20% ของยอดฝาก)</p>',
     '<p>ຖອນໄດ້ເມື່ອເຮັດຍອດເທີນຄົບ ຫຼື ເງິນໃນກະເປົາ ແລະ ເກມລວມກັນເຫຼືອບໍ່ເກີນ {percentFail}% ຂອງຍອດໃນກະເປົາຫຼັງຮັບໂບນັດ (ສູງສຸດ 20% ຂອງຍອດຝາກ)</p>',
     '<p>You can withdraw once you''ve met the wagering requirement, or your total in the wallet and games falls to {percentFail}% of your wallet after you claimed the bonus, at most 20% of the deposit.</p>'),
    ('contact', 1,
     '<p>มีปัญหาเรื่องเงินหรือบัญชี ติดต่อเราได้ทาง LINE พร้อมแจ้งเบอร์โทรที่สมัครไว้</p>',
     '<p>ມີບັນຫາເລື່ອງເງິນ ຫຼື ບັນຊີ ຕິດຕໍ່ພວກເຮົາທາງ LINE ໄດ້ ພ້ອມແຈ້ງເບີໂທທີ່ສະໝັກໄວ້</p>',
     '<p>Problem with a payment or your account? Message us on LINE and tell us the phone number you registered with.</p>')
on conflict do nothing;

insert into page_text (kind, position, image, th, lo, en) values
    ('invite', 1, '/banners/invite.svg',
     '<h3>ชวนเพื่อน</h3><p>ส่งลิงก์ให้เพื่อนที่อายุ 20 ปีขึ้นไป คุณได้ส่วนแบ่งจากยอดเสียสุทธิของเพื่อน กรุณาบอกเพื่อนก่อน</p>',
     '<h3>ຊວນໝູ່</h3><p>ສົ່ງລິ້ງໃຫ້ໝູ່ທີ່ອາຍຸ 20 ປີຂຶ້ນໄປ ທ່ານໄດ້ສ່ວນແບ່ງຈາກຍອດເສຍສຸດທິຂອງໝູ່ ກະລຸນາບອກໝູ່ກ່ອນ</p>',
     '<h3>Invite friends</h3><p>Send your link to friends aged 20 or older. You get a share of their net losses. Please tell them first.</p>'),
    ('invite', 2, '/banners/days.svg',
     '<h3>คิดเป็นรายวัน</h3><p>ยอดของแต่ละวันปิดหลังเที่ยงคืน บางครั้งใช้เวลาถึง 24 ชั่วโมง ยอดที่ชนะคืนจะหักออกก่อน ปิดแล้วกดรับส่วนแบ่งของคุณเข้ากระเป๋าได้</p>',
     '<h3>ຄິດໄລ່ເປັນລາຍວັນ</h3><p>ຍອດຂອງແຕ່ລະມື້ປິດຫຼັງທ່ຽງຄືນ ບາງເທື່ອໃຊ້ເວລາເຖິງ 24 ຊົ່ວໂມງ ຍອດທີ່ຊະນະຄືນຈະຫັກອອກກ່ອນ ປິດແລ້ວກົດຮັບສ່ວນແບ່ງຂອງທ່ານເຂົ້າກະເປົາໄດ້</p>',
     '<h3>Worked out daily</h3><p>Each day closes after midnight, sometimes up to 24 hours later. Your friends'' wins are deducted from their losses, and you can claim your share of what''s left.</p>'),
    ('refund', 1, '/banners/refund.svg',
     '<h3>คืนยอดเสีย</h3><p>คิดจากยอดเสียสุทธิรวมของคุณ ยอดที่ชนะ รวมถึงของวันก่อน ๆ จะหักออกก่อน รับคืนบางส่วนของยอดเสียที่เพิ่มขึ้นได้หลังปิดยอดของวันนั้น</p>',
     '<h3>ຄືນຍອດເສຍ</h3><p>ຄິດໄລ່ຈາກຍອດເສຍສຸດທິລວມຂອງທ່ານ ຍອດທີ່ຊະນະ ລວມທັງຂອງມື້ກ່ອນ ໆ ຈະຫັກອອກກ່ອນ ຮັບຄືນບາງສ່ວນຂອງຍອດເສຍທີ່ເພີ່ມຂຶ້ນໄດ້ຫຼັງປິດຍອດຂອງມື້ນັ້ນ</p>',
     '<h3>Refund</h3><p>It''s based on your net losses overall: wins, also those of earlier days, are deducted first. When your net loss grows, you can claim back part of the increase once that day is closed.</p>')
on conflict do nothing;

insert into page_text (kind, position, th, lo, en) values
    ('refund_info', 1,
     '<p>ยอดเสียคิดจากผลรวมทั้งหมดของคุณ ไม่ใช่ทีละตา ยอดที่ชนะคืนจะหักออกก่อน ช่วงที่มีโบนัสไม่นับ</p>',
     '<p>ຍອດເສຍຄິດຈາກຜົນລວມທັງໝົດຂອງທ່ານ ບໍ່ແມ່ນຄັ້ງລະຕາ ຍອດທີ່ຊະນະຄືນຈະຫັກອອກກ່ອນ ຊ່ວງທີ່ມີໂບນັດບໍ່ນັບ</p>',
     '<p>It''s based on your net losses overall, not each game: wins are deducted first. Play with a bonus doesn''t count.</p>')
on conflict do nothing;

insert into setting (name, value) values
    ('lineLink', '"https://line.me/R/ti/p/@krapao"'),
    ('lineName', '"@krapao"')
on conflict do nothing;

insert into canned_reply (title, th, lo, en)
select v.* from (values
    ('Greeting', 'สวัสดีค่ะ มีอะไรให้ช่วยไหมคะ', 'ສະບາຍດີ ມີຫຍັງໃຫ້ຊ່ວຍບໍ', 'Hello, how can we help?'),
    ('Slip: send it', 'รบกวนส่งรูปสลิปที่เห็น QR ชัดเจนให้เราดูหน่อยค่ะ', 'ກະລຸນາສົ່ງຮູບບິນໂອນທີ່ເຫັນ QR ຊັດເຈນ', 'Please send us a picture of the slip with its QR code clearly visible.'),
    ('Slip: in review', 'ได้รับสลิปแล้วค่ะ เจ้าหน้าที่กำลังตรวจสอบกับธนาคาร', 'ໄດ້ຮັບບິນໂອນແລ້ວ ພະນັກງານກຳລັງກວດກັບທະນາຄານ', 'We have the slip. Our payments team is checking it with the bank.'),
    ('Goodbye', 'ขอบคุณที่ติดต่อมาค่ะ', 'ຂອບໃຈທີ່ຕິດຕໍ່ມາ', 'Thank you for writing to us.')
) as v (title, th, lo, en)
where not exists (select from canned_reply);

-- The games of the sandbox, with each way to open a game. Each has two house accounts
-- (house and house + 1). The edges follow from the sandbox's three machines: of 100 staked,
-- the reels pay back 94.67, a coupon at most 92.56, and a lottery ticket 90.
insert into slot (code, name, category, position, format, way, currency, units_of, units_for, step, share, edge, house, logo, background, android, ios) values
    ('joker2',    'Joker',       'slot',  10, 'joker',      'link', 'BAHT', 1, 1,    1,   100, 532, 100, '/games/joker2.svg',    '/games/bg-1.svg', null, null),
    ('pg',        'PG Soft',     'slot',  20, 'pgsoft',     'link', 'BAHT', 1, 1,    1,   100, 532, 102, '/games/pg.svg',        '/games/bg-2.svg', null, null),
    ('pgslot',    'PG Slot',     'slot',  30, 'pgsoft',     'link', 'BAHT', 1, 1,    1,   100, 532, 104, '/games/pgslot.svg',    '/games/bg-3.svg', null, null),
    ('askmebet',  'AskMeBet',    'slot',  40, 'amb',        'link', 'BAHT', 1, 1,    1,   100, 532, 106, '/games/askmebet.svg',  '/games/bg-4.svg', null, null),
    ('betflix',   'Betflix',     'slot',  50, 'betflix',    'link', 'BAHT', 1, 1,    1,   100, 532, 108, '/games/betflix.svg',   '/games/bg-1.svg', null, null),
    ('imi',       'IMI',         'slot',  60, 'aggregator', 'link', 'BAHT', 1, 1000, 1,   100, 532, 110, '/games/imi.svg',       '/games/bg-2.svg', null, null),
    ('usun',      'USUN',        'slot',  70, 'aggregator', 'link', 'BAHT', 1, 1,    1,   100, 532, 112, '/games/usun.svg',      '/games/bg-3.svg', null, null),
    ('areaslot',  'Area Slot',   'slot',  80, 'generic',    'link', 'BAHT', 1, 1,    1,   100, 532, 114, '/games/areaslot.svg',  '/games/bg-4.svg', null, null),
    ('circus',    'Circus',      'slot',  90, 'generic',    'link', 'BAHT', 1, 1,    1,   100, 532, 116, '/games/circus.svg',    '/games/bg-1.svg', null, null),
    ('slotracha', 'Slot Racha',  'slot', 100, 'generic',    'link', 'BAHT', 1, 1,    100, 100, 532, 118, '/games/slotracha.svg', '/games/bg-2.svg', null, null),
    ('slotweb',   'Slot Web',    'slot', 110, 'generic',    'web',  'BAHT', 1, 1,    1,   100, 532, 120, '/games/slotweb.svg',   '/games/bg-3.svg', 'https://play.example/android', null),
    ('ufabet',    'UFABET',      'sport', 10, 'sbobet',     'form', 'BAHT', 1, 1,    100, 50,  744, 122, '/games/ufabet.svg',    '/games/bg-4.svg', null, null),
    ('huayhd',    'Huay HD',     'lotto', 10, 'generic',    'link', 'BAHT', 1, 1,    1,   0,   1000, 124, '/games/huayhd.svg',    '/games/bg-1.svg', null, null),
    ('lottoth',   'Lotto TH',    'lotto', 20, 'generic',    'form', 'BAHT', 1, 1,    1,   0,   1000, 126, '/games/lottoth.svg',   '/games/bg-2.svg', null, null)
on conflict do nothing;

-- The prize wheel. A spin pays 0.92 baht on average. It costs a coin, for which 100 baht were deposited and played. The
-- games keep 5.32 of these 100 baht.
insert into prize (currency, code, kind, amount, times) values
    ('BAHT', 'NONE', 'NOTHING', 0, 0), ('BAHT', 'CASH1', 'CREDIT', 100, 0), ('BAHT', 'CASH5', 'CREDIT', 500, 0), ('BAHT', 'CASH20', 'CREDIT', 2000, 0),
    ('BAHT', 'PLAY50', 'TURNOVER', 5000, 3), ('BAHT', 'CASH100', 'CREDIT', 10000, 0), ('BAHT', 'CASH500', 'CREDIT', 50000, 0)
on conflict do nothing;

insert into wheel (currency, definition)
select 'BAHT', '{"currency": "BAHT", "name": {"th": "วงล้อฝนเหรียญ", "lo": "ວົງລໍ້ຝົນຫຼຽນ", "en": "Coin rain wheel"}, "large": 500, "slices": [
    {"code": "B100", "label": {"th": "100 บาท", "lo": "100 ບາດ", "en": "100 baht"}, "description": {"th": "<p>คูปองเงินสด 100 บาท รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 100 ບາດ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 100 baht. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#ffc037", "textColor": "#3b2603", "weight": 15, "prize": {"code": "CASH100", "name": {"th": "เงินสด 100 บาท", "lo": "ເງິນສົດ 100 ບາດ", "en": "100 baht cash"}, "kind": "CREDIT", "amount": 100, "turnover": 0}},
    {"code": "B5", "label": {"th": "5 บาท", "lo": "5 ບາດ", "en": "5 baht"}, "description": {"th": "<p>คูปองเงินสด 5 บาท รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 5 ບາດ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 5 baht. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 600, "prize": {"code": "CASH5", "name": {"th": "เงินสด 5 บาท", "lo": "ເງິນສົດ 5 ບາດ", "en": "5 baht cash"}, "kind": "CREDIT", "amount": 5, "turnover": 0}},
    {"code": "B20", "label": {"th": "20 บาท", "lo": "20 ບາດ", "en": "20 baht"}, "description": {"th": "<p>คูปองเงินสด 20 บาท รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 20 ບາດ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 20 baht. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#f0a6b3", "textColor": "#3d0914", "weight": 60, "prize": {"code": "CASH20", "name": {"th": "เงินสด 20 บาท", "lo": "ເງິນສົດ 20 ບາດ", "en": "20 baht cash"}, "kind": "CREDIT", "amount": 20, "turnover": 0}},
    {"code": "NONE1", "label": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "description": {"th": "<p>เหรียญที่เหลือยังอยู่ครบ</p>", "lo": "<p>ຫຼຽນທີ່ເຫຼືອຍັງຢູ່ຄົບ</p>", "en": "<p>You keep your remaining coins</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 3652, "prize": {"code": "NONE", "name": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "kind": "NOTHING", "amount": 0, "turnover": 0}},
    {"code": "B500", "label": {"th": "500 บาท", "lo": "500 ບາດ", "en": "500 baht"}, "description": {"th": "<p>คูปองเงินสด 500 บาท รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 500 ບາດ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 500 baht. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#1e6a3e", "textColor": "#ffffff", "weight": 1, "prize": {"code": "CASH500", "name": {"th": "เงินสด 500 บาท", "lo": "ເງິນສົດ 500 ບາດ", "en": "500 baht cash"}, "kind": "CREDIT", "amount": 500, "turnover": 0}},
    {"code": "B1", "label": {"th": "1 บาท", "lo": "1 ບາດ", "en": "1 baht"}, "description": {"th": "<p>คูปองเงินสด 1 บาท รับเข้ากระเป๋าได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເງິນສົດ 1 ບາດ ຮັບເຂົ້າກະເປົາໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A cash coupon of 1 baht. Claim it into your wallet within 30 days.</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 2000, "prize": {"code": "CASH1", "name": {"th": "เงินสด 1 บาท", "lo": "ເງິນສົດ 1 ບາດ", "en": "1 baht cash"}, "kind": "CREDIT", "amount": 1, "turnover": 0}},
    {"code": "B50", "label": {"th": "50 บาท", "lo": "50 ບາດ", "en": "50 baht"}, "description": {"th": "<p>คูปองเครดิต 50 บาท ทำยอดเทิร์น 3 เท่าก่อนถอน รับได้ภายใน 30 วัน</p>", "lo": "<p>ຄູປອງເຄຣດິດ 50 ບາດ ເຮັດຍອດເທີນ 3 ເທົ່າກ່ອນຖອນ ຮັບໄດ້ພາຍໃນ 30 ວັນ</p>", "en": "<p>A 50 baht coupon. Bet it 3 times before you withdraw. Claim it within 30 days.</p>"}, "bgColor": "#8aaceb", "textColor": "#0b1f4d", "weight": 20, "prize": {"code": "PLAY50", "name": {"th": "เครดิต 50 บาท ทำยอดเทิร์น 3 เท่า", "lo": "ເຄຣດິດ 50 ບາດ ເຮັດຍອດເທີນ 3 ເທົ່າ", "en": "50 baht, bet 3 times"}, "kind": "TURNOVER", "amount": 50, "turnover": 3}},
    {"code": "NONE2", "label": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "description": {"th": "<p>เหรียญที่เหลือยังอยู่ครบ</p>", "lo": "<p>ຫຼຽນທີ່ເຫຼືອຍັງຢູ່ຄົບ</p>", "en": "<p>You keep your remaining coins</p>"}, "bgColor": "#faf5e9", "textColor": "#14231c", "weight": 3652, "prize": {"code": "NONE", "name": {"th": "เสียใจด้วย", "lo": "ເສຍໃຈນຳ", "en": "No luck"}, "kind": "NOTHING", "amount": 0, "turnover": 0}}
]}'
where not exists (select from wheel where currency = 'BAHT');
-- Bonuses of the demo. The first can be taken after a deposit of 1,000 baht. Percents and
-- multiples are hundredths.
insert into offer (kind, code, position, currency, type, max_received, percent, amount, most, minimum, times, percent_fail, name, banners) values
    ('bonus', 'WELCOME', 10, 'BAHT', 'limit', 1, 2000, 0, 100000, 100000, 1200, 5,
     '{"th":"โบนัสต้อนรับ 20%","lo":"ໂບນັດຕ້ອນຮັບ 20%","en":"Welcome bonus 20%"}',
     '[{"image":"/bonus/welcome.svg","html":{"th":"<p>ฝาก 1,000 บาทขึ้นไป รับเพิ่ม 20% สูงสุด 1,000 บาท</p><p>ทำยอดเทิร์น 12 เท่าของยอดฝากรวมโบนัส แล้วถอนได้ทั้งหมด บางเกมนับไม่เต็มหรือไม่นับ</p>","lo":"<p>ຝາກ 1,000 ບາດຂຶ້ນໄປ ຮັບເພີ່ມ 20% ສູງສຸດ 1,000 ບາດ</p><p>ເຮັດຍອດເທີນ 12 ເທົ່າຂອງຍອດຝາກລວມໂບນັດ ແລ້ວຖອນໄດ້ທັງໝົດ ບາງເກມນັບບໍ່ເຕັມ ຫຼື ບໍ່ນັບ</p>","en":"<p>Deposit 1,000 baht or more and get 20% on top, up to 1,000 baht.</p><p>Bet 12 times your deposit and bonus, then withdraw it all. Some games count only in part or not at all.</p>"}},{"image":"/bonus/welcome-2.svg","html":{"th":"<p>รับได้ครั้งเดียว ภายใน 24 ชั่วโมงหลังฝาก ก่อนถอน โยกเงิน หรือเล่นเกม ถ้ายกเลิก ระบบจะหักโบนัสออก และหักเงินที่ชนะด้วยถ้าเล่นไปแล้ว</p>","lo":"<p>ຮັບໄດ້ຄັ້ງດຽວ ພາຍໃນ 24 ຊົ່ວໂມງຫຼັງຝາກ ກ່ອນຖອນ ໂອນເງິນ ຫຼື ຫຼິ້ນເກມ ຖ້າຍົກເລີກ ລະບົບຈະຫັກໂບນັດອອກ ແລະ ຫັກເງິນທີ່ຊະນະນຳ ຖ້າຫຼິ້ນໄປແລ້ວ</p>","en":"<p>Claim it once, within 24 hours of the deposit and before you withdraw, transfer or play. If you cancel it, we take back the bonus, and any winnings if you''ve played.</p>"}}]'),
    ('bonus', 'DAILY', 20, 'BAHT', 'day', 1, 500, 0, 10000, 50000, 800, 5,
     '{"th":"โบนัสฝากรายวัน 5%","lo":"ໂບນັດຝາກລາຍວັນ 5%","en":"Daily deposit bonus 5%"}',
     '[{"image":"/bonus/daily.svg","html":{"th":"<p>ฝาก 500 บาทขึ้นไป รับเพิ่ม 5% สูงสุด 100 บาท วันละครั้ง</p>","lo":"<p>ຝາກ 500 ບາດຂຶ້ນໄປ ຮັບເພີ່ມ 5% ສູງສຸດ 100 ບາດ ມື້ລະຄັ້ງ</p>","en":"<p>Deposit 500 baht or more and get 5% on top, up to 100 baht, once a day.</p>"}}]'),
    ('bonus', 'WEEKEND', 30, 'BAHT', 'week', 2, 0, 10000, 0, 200000, 600, 5,
     '{"th":"โบนัสประจำสัปดาห์ 100 บาท","lo":"ໂບນັດປະຈຳອາທິດ 100 ບາດ","en":"Weekly bonus of 100 baht"}',
     '[{"image":"/bonus/weekend.svg","html":{"th":"<p>ฝาก 2,000 บาทขึ้นไป รับ 100 บาท สัปดาห์ละ 2 ครั้ง</p>","lo":"<p>ຝາກ 2,000 ບາດຂຶ້ນໄປ ຮັບ 100 ບາດ ອາທິດລະ 2 ຄັ້ງ</p>","en":"<p>Deposit 2,000 baht or more and get 100 baht, twice a week.</p>"}}]')
on conflict do nothing;

insert into offer (kind, code, currency, amount, times, percent_fail, quantity, name, description) values
    ('promotion', 'KRAPAO50', 'BAHT', 5000, 1000, 5, 1000,
     '{"th":"ของขวัญจากกระเป๋า","lo":"ຂອງຂວັນຈາກກະເປົາ","en":"A gift from Krapao"}',
     '{"th":"<p>รับ 50 บาทเข้ากระเป๋าทันที ทำยอดเทิร์น 10 เท่าก่อนถอน คนละครั้ง</p>","lo":"<p>ຮັບ 50 ບາດເຂົ້າກະເປົາທັນທີ ເຮັດຍອດເທີນ 10 ເທົ່າກ່ອນຖອນ ຄົນລະຄັ້ງ</p>","en":"<p>50 baht in your wallet right away. Bet it 10 times before you withdraw. Once per person.</p>"}')
on conflict do nothing;
