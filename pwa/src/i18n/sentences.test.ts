// @pure
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import fixes from './th/cashier.json';

type Locale = 'th' | 'lo' | 'en';
type Texts = { [key: string]: string | Texts };

const locales: Locale[] = ['th', 'lo', 'en'];
const files = import.meta.glob<Texts>('./{th,lo,en}/*.json', { eager: true, import: 'default' });

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

/** Pairs of a key, such as "errors.NO_BANK", and its text. */
function textsOf(locale: Locale): [string, string][] {
  return Object.entries(files)
    .filter(([file]) => file.startsWith(`./${locale}/`))
    .flatMap(([file, texts]) => flatten(texts, `${path.basename(file, '.json')}.`));
}

/** Texts that the specification gives word for word. */
const given = [
  'errors.PHONE_NUMBER_REQUIRE_10_DIGIT',
  'errors.BANK_ACCOUNT_NAME_ENG',
  'identity.problem.phone',
  'identity.problem.phoneLaos',
  'identity.problem.english',
];

/** Codes that are no failures. */
const good = [
  'OK',
  'SUCCESS',
  'OTP_VERIFIED',
  'OTP_CODE_VALID',
  'BONUS_CLEAR',
  'INVITE_BONUS_SUCCESS',
  'REFUND_SUCCESS',
  'WITHDRAW_CANCELLED',
];

/** Codes that are always shown with the next step below them, and the key of that step. */
const beneath: Record<string, string> = {
  ...Object.fromEntries(Object.keys(fixes.fix).map((code) => [code, `cashier.fix.${code}`])),
  BONUS_ALREADY_ACTIVE: 'bonus.why.BONUS_ALREADY_ACTIVE',
  BONUS_MAX_CLAIMED: 'bonus.why.BONUS_MAX_CLAIMED',
  BONUS_CONDITION: 'bonus.why.BONUS_CONDITION',
  BONUS_FULL: 'bonus.why.BONUS_FULL',
  PROMOTION_RECEIVED: 'bonus.why.PROMOTION_RECEIVED',
  NO_PROMOTION: 'bonus.why.NO_PROMOTION',
  TRANSFER_FAIL: 'line.next.transfer',
  WITHDRAW_REFUSED: 'line.next.withdraw',
  DEPOSIT_NOT_SEEN: 'line.next.notSeen',
  DEPOSIT_LIMIT: 'line.next.returned',
};

/** An action for the member, or a name for who acts. */
const step: Record<Locale, RegExp> = {
  th: /กรุณา|ลอง|ตรวจ|เช็ก|ดู|กรอก|ใช้|เลือก|ขอ|รอ|ติดต่อ|เข้าสู่ระบบ|ต้อง|ส่ง|เปิด|ฝาก|(รับ|ถอน|ถอนเงิน|โยก|เล่น)(อีก)?ได้|เล่นได้เลย|อัตโนมัติ|เจ้าหน้าที่|ลบ|เพิ่ม|คืน|หมุน|โยก/,
  lo: /ກະລຸນາ|ລອງ|ກວດ|ເບິ່ງ|ປ້ອນ|ໃຊ້|ເລືອກ|ຂໍ|ລໍຖ້າ|ຕິດຕໍ່|ເຂົ້າສູ່ລະບົບ|ຕ້ອງ|ສົ່ງ|ເປີດ|ຝາກ|(ຮັບ|ຖອນ|ຖອນເງິນ|ໂອນ|ຫຼິ້ນ)(ອີກ)?ໄດ້|ຫຼິ້ນໄດ້ເລີຍ|ອັດຕະໂນມັດ|ພະນັກງານ|ລຶບ|ເພີ່ມ|ຄືນ|ໝຸນ|ໂອນ/,
  en: /\b(please|check|try|use|enter|ask|wait|choose|see|look|copy|open|take|claim|meet|reload|log in|contact|upload|send|remove|spin|play|finish|bring|register|deposit|you can|we'll|payments team|must|automatically)\b/i,
};

const must = /ต้อง|ຕ້ອງ|must/;

/**
 * Whether it is more than one sentence, or one that says what is necessary. Thai and Lao separate sentences
 * by a space.
 */
function isWhole(text: string, locale: Locale): boolean {
  const parts = text.split(locale === 'en' ? /[.:] / : / /);
  return parts.length > 1 || must.test(text);
}

/** The sentences after the first. A text that says what is necessary counts as a whole. */
function rest(text: string, locale: Locale): string {
  const parts = text.split(locale === 'en' ? /[.:] / : / /);
  return parts.length > 1 && !must.test(text) ? parts.slice(1).join(' ') : text;
}

/** States that last until somebody acts. */
const waits =
  /^(line\.waits\.|statement\.(with\.|status\.(REVIEW|ANNOUNCED))|cashier\.(slips\.(checking|status\.review)|track\.now\.(checking|review|wait))|queue\.say\.(signal|keepOpen|next|later|closed|sending)|cash\.(checking|cancel\.sentText|withdraw\.(waiteTransfer|pendingText|approveText|gatherText|review|games)|qr\.(live$|onItsWay|held$)|gift\.pending|limits\.(pending|waits))|games\.(transfer\.pendingText|account\.(openingText|moving|inDoubt|stale))|home\.games\.(inDoubt|stale)|care\.over\.(asked|waits)|accrual\.refund\.waiting)/;

/** Words for waiting, anywhere in a sentence. Such a word alone is the label of a busy button. */
const waiting = /(?<![ก-๙])รอ|กำลัง(ตรวจ|โอน|โยก|ดึง)|ยังไม่ตอบ/;

/** Headings: the text below them says who has to act. */
const headings = ['games.transfer.pendingTitle', 'shell.offline.waiting_other', 'queue.heading_other'];

const who: Record<Locale, RegExp> = {
  th: /คุณ|เรา|เจ้าหน้าที่|ทีมดูแลลูกค้า|ธนาคาร|เกม|TrueMoney|ระบบ|อินเทอร์เน็ต|ออนไลน์|\{\{game\}\}/,
  lo: /ທ່ານ|ພວກເຮົາ|ພະນັກງານ|ຝ່າຍບໍລິການລູກຄ້າ|ທະນາຄານ|ເກມ|TrueMoney|ລະບົບ|ອິນເຕີເນັດ|ອອນລາຍ|\{\{game\}\}/,
  en: /\b(you|your|we|we're|we'll|payments team|review|support|bank|games?|TrueMoney|online)\b|\{\{game\}\}/i,
};

describe.each(locales)('the texts in %s', (locale) => {
  const texts = textsOf(locale);
  const errors = texts.filter(([key]) => key.startsWith('errors.'));

  it('a failure says what happened and what comes next', () => {
    const open = errors.filter(([key, text]) => {
      const code = key.replace('errors.', '');
      if (good.includes(code) || Object.hasOwn(beneath, code)) return false;
      return !isWhole(text, locale) || !step[locale].test(rest(text, locale));
    });

    expect(open).toEqual([]);
  });

  it('every reason that is shown alone has its next step', () => {
    const all = new Map(texts);
    const open = Object.entries(beneath).filter(([, key]) => !step[locale].test(all.get(key) ?? ''));

    expect(open).toEqual([]);
  });

  it('a wait says who acts', () => {
    const waited = texts.filter(
      ([key, text]) => waits.test(key) || (/ /.test(text) && waiting.test(text) && !headings.includes(key)),
    );

    expect(waited.length).toBeGreaterThan(30);
    expect(waited.filter(([, text]) => !who[locale].test(text))).toEqual([]);
  });

  it('no text shouts, shows a code, or asks for a retry without saying what happened', () => {
    const wrong = texts.filter(
      ([key, text]) =>
        /[!！]/.test(text) ||
        /[A-Z]{2,}_[A-Z]/.test(text) ||
        (key.startsWith('errors.') && /^(please )?try again$/i.test(text)),
    );

    expect(wrong).toEqual([]);
  });

  it('no text ends in a full stop, or has polite particles outside the chat', () => {
    const wrong = texts.filter(
      ([key, text]) =>
        (text.endsWith('.') && !/(น|ຊມ)\.$/.test(text) && !given.includes(key)) ||
        (/ครับ|ค่ะ|คะ(?![ก-๙])/.test(text) && !key.startsWith('chat.')),
    );

    expect(wrong).toEqual([]);
  });
});
