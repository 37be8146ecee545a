const JOINER = '\u2060';

/**
 * Words that the browser's dictionary takes for several words and would break in the middle. A word joiner
 * between the parts keeps them on one line; it is invisible and not read out.
 */
const thai = [
  'อัป|โหลด',
  'เจ้า|หน้าที่',
  'ออฟ|ไลน์',
  'แช|ต',
  'วิ|ดี|โอ',
  'ทรู|มัน|นี่',
  'เมื่อ|วาน',
  'เมื่อย|อด',
  'สีเห|ลือ|ง',
  'จะบัน|ทึก',
  'พาส|คีย์',
  'เทิร์|น',
  'วอลเล็|ต',
  'ซิ|งก์',
  'คา|สิ|โน',
  'กรุง|ไทย',
  'เอ็มบี|ไทย',
  'วง|ล้อ',
  'ติด|ตั้ง',
  'เลย|ค่ะ',
];
const lao = [
  'ວິ|ດີ|ໂອ',
  'ໂບ|ນັດ',
  'ໂຫຼ|ດ',
  'ສະ|ແກນ',
  'ໂປຣ|ໂມ|ຊັນ',
  'ເມ|ນູ',
  'ສຳ|ເນົາ',
  'ກະ|ລຸ|ນາ',
  'ສະ|ເພາະ',
  'ໜ້າ|ຈໍ',
  'ເວັບ|ໄຊ',
  'ບຣາວ|ເຊີ',
  'ພາສ|ຄີ',
  'ກຸງ|ໄທ',
  'ກຸງ|ເທບ',
];

const joinedWords = [...thai, ...lao].map(
  (each) => [each.replaceAll('|', ''), each.replaceAll('|', JOINER)] as const,
);

/** Applied to every text before it is shown: keeps words whole, and a number on the same line as its noun. */
export function keepTogether(text: string): string {
  const counted = text.replace(/(\d) (?=\p{L})/gu, '$1\u00a0');
  return joinedWords.reduce((held, [word, joined]) => held.replaceAll(word, joined), counted);
}
