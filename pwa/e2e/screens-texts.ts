/** The messages in the chat's pictures, in the member's language. */
export type Locale = 'th' | 'lo' | 'en';

const th = {
  hello: 'สวัสดีค่ะ โอนเงินแล้วแต่ยอดยังไม่เข้าค่ะ',
  askSlip: 'สวัสดีค่ะคุณมะลิ รบกวนส่งสลิปให้ดูหน่อยนะคะ',
  answer: 'ได้ค่ะ โอนไป 1,000 เมื่อกี้',
  buttons: {
    text: 'เงินเข้ากระเป๋าแล้วค่ะ ครั้งหน้าดูสถานะเองได้จากคู่มือนี้',
    web: 'เปิดคู่มือ',
    call: 'โทรหาเรา',
    back: 'ให้โทรกลับ',
  },
  cards: [
    ['ดูยอดในกระเป๋า', 'เปิดกระเป๋าของฉัน แล้วแตะฝากเงิน', 'ดูวิธี'],
    ['เข้าเล่นเกม', 'โยกเงินเข้าเกมก่อนเริ่มเล่น', 'ดูวิธี'],
  ],
  quick: { text: 'มีเรื่องอื่นให้ช่วยอีกไหมคะ', replies: ['เงินยังไม่เข้า', 'ถอนกี่นาที', 'ลืมรหัสผ่าน'] },
  failed: 'เลขท้ายบัญชี 4821 ค่ะ',
  waiting: 'รบกวนเช็กให้หน่อยนะคะ',
  thanks: 'ขอบคุณมากค่ะ',
  offline: 'อีกยอดหนึ่งก็ยังไม่เข้าค่ะ',
  done: 'เงินเข้าครบแล้วนะคะ',
  bye: 'ขอบคุณที่รอค่ะ',
};

const lo: typeof th = {
  hello: 'ສະບາຍດີ ໂອນເງິນແລ້ວແຕ່ຍອດຍັງບໍ່ເຂົ້າ',
  askSlip: 'ສະບາຍດີ ລົບກວນສົ່ງບິນໂອນໃຫ້ເບິ່ງແດ່',
  answer: 'ໄດ້ ໂອນໄປ 1,000 ເມື່ອກີ້ນີ້',
  buttons: {
    text: 'ເງິນເຂົ້າກະເປົາແລ້ວ ຄັ້ງໜ້າເບິ່ງສະຖານະເອງໄດ້ຈາກຄູ່ມືນີ້',
    web: 'ເປີດຄູ່ມື',
    call: 'ໂທຫາພວກເຮົາ',
    back: 'ໃຫ້ໂທກັບ',
  },
  cards: [
    ['ເບິ່ງຍອດໃນກະເປົາ', 'ເປີດກະເປົາຂອງຂ້ອຍ ແລ້ວກົດຝາກເງິນ', 'ເບິ່ງວິທີ'],
    ['ເຂົ້າຫຼິ້ນເກມ', 'ໂອນເງິນເຂົ້າເກມກ່ອນເລີ່ມຫຼິ້ນ', 'ເບິ່ງວິທີ'],
  ],
  quick: { text: 'ມີເລື່ອງອື່ນໃຫ້ຊ່ວຍອີກບໍ່', replies: ['ເງິນຍັງບໍ່ເຂົ້າ', 'ຖອນຈັກນາທີ', 'ລືມລະຫັດຜ່ານ'] },
  failed: 'ເລກທ້າຍບັນຊີ 4821',
  waiting: 'ລົບກວນກວດໃຫ້ແດ່',
  thanks: 'ຂອບໃຈຫຼາຍໆ',
  offline: 'ອີກຍອດໜຶ່ງກໍຍັງບໍ່ເຂົ້າ',
  done: 'ເງິນເຂົ້າຄົບແລ້ວ',
  bye: 'ຂອບໃຈທີ່ລໍຖ້າ',
};

const en: typeof th = {
  hello: 'Hello, I sent the money but it has not arrived',
  askSlip: 'Hello Mali, could you send us the slip, please?',
  answer: 'Sure, it was 1,000 just now',
  buttons: {
    text: 'It is in your wallet now. Next time this guide shows you where to look.',
    web: 'Open the guide',
    call: 'Call us',
    back: 'Call me back',
  },
  cards: [
    ['See your balance', 'Open My wallet, then tap Deposit', 'Show me'],
    ['Start a game', 'Move money to the game before you play', 'Show me'],
  ],
  quick: {
    text: 'Is there anything else we can help with?',
    replies: ['Money is missing', 'Withdrawal time', 'Forgot password'],
  },
  failed: 'The account ends in 4821',
  waiting: 'Could you check it, please?',
  thanks: 'Thank you very much',
  offline: 'Another transfer is missing too',
  done: 'All of it is in your wallet now',
  bye: 'Thank you for waiting',
};

export const texts: Record<Locale, typeof th> = { th, lo, en };
