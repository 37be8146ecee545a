-- What every installation needs. Running it again changes nothing.

insert into bank (code, number, name_th, name_en, name_lo, recommended, position) values
    ('KBANK', '004', 'ธนาคารกสิกรไทย', 'Kasikornbank', 'ທະນາຄານກະສິກອນໄທ', true, 10),
    ('KTB', '006', 'ธนาคารกรุงไทย', 'Krungthai Bank', 'ທະນາຄານກຸງໄທ', true, 20),
    ('SCB', '014', 'ธนาคารไทยพาณิชย์', 'Siam Commercial Bank', 'ທະນາຄານໄທພານິດ', false, 30),
    ('BBL', '002', 'ธนาคารกรุงเทพ', 'Bangkok Bank', 'ທະນາຄານກຸງເທບ', false, 40),
    ('BAY', '025', 'ธนาคารกรุงศรีอยุธยา', 'Bank of Ayudhya', 'ທະນາຄານກຸງສີອະຍຸທະຍາ', false, 50),
    ('TMB', '011', 'ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank', 'ທະນາຄານທະຫານໄທທະນະຊາດ', false, 60),
    ('GSB', '030', 'ธนาคารออมสิน', 'Government Savings Bank', 'ທະນາຄານອອມສິນ', false, 70),
    ('BAAC', '034', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', 'Bank for Agriculture and Agricultural Cooperatives', 'ທະນາຄານເພື່ອການກະເສດ', false, 80),
    ('GHB', '033', 'ธนาคารอาคารสงเคราะห์', 'Government Housing Bank', 'ທະນາຄານອາຄານສົງເຄາະ', false, 90),
    ('UOB', '024', 'ธนาคารยูโอบี', 'United Overseas Bank (Thai)', 'ທະນາຄານຢູໂອບີ', false, 100),
    ('CIMB', '022', 'ธนาคารซีไอเอ็มบีไทย', 'CIMB Thai Bank', 'ທະນາຄານຊີໄອເອັມບີໄທ', false, 110),
    ('KKP', '069', 'ธนาคารเกียรตินาคินภัทร', 'Kiatnakin Phatra Bank', 'ທະນາຄານກຽດນາຄິນພັດ', false, 120),
    ('LHB', '073', 'ธนาคารแลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank', 'ທະນາຄານແລນ ແອນ ເຮົາສ໌', false, 130),
    ('TISCO', '067', 'ธนาคารทิสโก้', 'TISCO Bank', 'ທະນາຄານທິສໂກ້', false, 140),
    ('ISBT', '066', 'ธนาคารอิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand', 'ທະນາຄານອິດສະລາມແຫ່ງປະເທດໄທ', false, 150),
    ('ICBC', '070', 'ธนาคารไอซีบีซี (ไทย)', 'ICBC (Thai)', 'ທະນາຄານໄອຊີບີຊີ (ໄທ)', false, 160)
on conflict do nothing;

-- Banks of the Laos variant. Their numbers are LAPNet's, or their codes if we do not know the numbers.
insert into bank (code, number, currency, name_th, name_en, name_lo, recommended, position) values
    ('BCEL', '27710418', 'LAK', 'ธนาคารการค้าต่างประเทศลาว', 'Banque pour le Commerce Exterieur Lao (BCEL)', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', true, 10),
    ('LDB', 'LDB', 'LAK', 'ธนาคารพัฒนาลาว', 'Lao Development Bank (LDB)', 'ທະນາຄານພັດທະນາລາວ', false, 20),
    ('JDB', '32170418', 'LAK', 'ธนาคารร่วมพัฒนา', 'Joint Development Bank (JDB)', 'ທະນາຄານຮ່ວມພັດທະນາ', false, 30),
    ('APB', 'APB', 'LAK', 'ธนาคารส่งเสริมกสิกรรม', 'Agricultural Promotion Bank (APB)', 'ທະນາຄານສົ່ງເສີມກະສິກຳ', false, 40)
on conflict do nothing;

insert into source (code, th, lo, en, position) values
    ('FRIEND', 'เพื่อนแนะนำ', 'ໝູ່ແນະນຳ', 'A friend', 10),
    ('FACEBOOK', 'เฟซบุ๊ก', 'ເຟສບຸກ', 'Facebook', 20),
    ('LINE', 'LINE', 'LINE', 'LINE', 30),
    ('TIKTOK', 'ติ๊กต็อก', 'ຕິກຕັອກ', 'TikTok', 40),
    ('SEARCH', 'ค้นหาในอินเทอร์เน็ต', 'ຊອກຫາໃນອິນເຕີເນັດ', 'Web search', 50),
    ('OTHER', 'อื่น ๆ', 'ອື່ນໆ', 'Something else', 90)
on conflict do nothing;
