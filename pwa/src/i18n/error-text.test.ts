import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/data/api/errors';
import { startI18n } from './index';
import english from './en/errors.json';
import { codeText, errorText, fieldTexts, whenUnverified } from './error-text';
import lao from './lo/errors.json';
import thai from './th/errors.json';

describe('the text of an error', () => {
  beforeAll(() => startI18n('en'));

  // spec 8.4a
  it('an error has the catalogue text of its code', () => {
    expect(errorText(new ApiError('WRONG_CREDENTIAL', 401))).toBe(
      "The phone number or password isn't right. Check them and try again, or tap Forgot password",
    );
  });

  // spec 8.4b
  it('a code without a catalogue text is shown itself', () => {
    expect(codeText('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });

  it('the name of an object’s own method is no catalogue text', () => {
    expect(codeText('constructor')).toBe('constructor');
  });

  // spec 8.8a, 8.8c, 8.8g, 8.8h, 8.8i, 8.9a, 8.9b, 8.9c, 8.10a, 8.10b, 8.10c, 8.13e, 8.14h
  // spec 8.14j, D2.44c
  it.each([
    ['UNAUTHORIZED', /couldn't verify that it's you/],
    ['INVALID_USER_1', /user details aren't right/],
    ['INVALID_USER_2', /can't find this user/],
    ['INVALID_USER_3', /user details don't match/],
    ['INVALID_USER_4', /account can't be used/],
    ['WRONG_PASSWORD', /current password isn't right/],
    ['WRONG_CREDENTIAL', /phone number or password isn't right/],
    ['INACTIVE_USER', /deactivated/],
    ['NOT_AREASLOT', /wasn't found in AREASLOT/],
    ['NOT_UFABET', /wasn't found in UFABET/],
    ['EXISTING_USER', /already registered/],
    ['OTP_BLOCK', /^Too many/],
    ['REQUEST_LIMIT', /^Too many requests/],
    ['REQUEST_LIMIT_1MIN', /Wait about 1\sminute/],
    ['REFUND_MINIMUM', /must be more than 0\s/],
    ['TRANSFER_MINIMUM', /must be more than 0\s/],
    ['TRANSFER_FAIL', /money is back in your wallet/],
  ])('an error text has the specification’s meaning: %s', (code, meaning) => {
    expect(codeText(code)).toMatch(meaning);
  });

  // spec 8.8a, 8.8c, 8.8g, 8.8h, 8.8i, 8.9a, 8.9b, 8.9c, 8.10a, 8.10b, 8.10c, 8.13e, 8.14h
  // spec 8.14j
  it.each([
    ['UNAUTHORIZED', 'ไม่สามารถยืนยันตัวตนได้', 'ບໍ່ສາມາດຢືນຢັນຕົວຕົນໄດ້'],
    ['INVALID_USER_1', 'ข้อมูลผู้ใช้ไม่ถูกต้อง', 'ຂໍ້ມູນຜູ້ໃຊ້ບໍ່ຖືກຕ້ອງ'],
    ['INVALID_USER_2', 'ไม่พบผู้ใช้นี้', 'ບໍ່ພົບຜູ້ໃຊ້ນີ້'],
    ['INVALID_USER_3', 'ข้อมูลผู้ใช้ไม่ตรงกัน', 'ຂໍ້ມູນຜູ້ໃຊ້ບໍ່ກົງກັນ'],
    ['INVALID_USER_4', 'ใช้บัญชีผู้ใช้นี้ไม่ได้', 'ບັນຊີຜູ້ໃຊ້ນີ້ໃຊ້ບໍ່ໄດ້'],
    ['WRONG_PASSWORD', 'รหัสผ่านเดิมไม่ถูกต้อง', 'ລະຫັດຜ່ານເກົ່າບໍ່ຖືກຕ້ອງ'],
    ['WRONG_CREDENTIAL', 'เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง', 'ເບີໂທ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ'],
    ['INACTIVE_USER', 'บัญชีนี้ถูกปิดใช้งาน', 'ບັນຊີນີ້ຖືກປິດໃຊ້ງານ'],
    ['NOT_AREASLOT', 'ไม่พบผู้ใช้นี้ในระบบ AREASLOT', 'ບໍ່ພົບຜູ້ໃຊ້ນີ້ໃນລະບົບ AREASLOT'],
    ['NOT_UFABET', 'ไม่พบผู้ใช้นี้ในระบบ UFABET', 'ບໍ່ພົບຜູ້ໃຊ້ນີ້ໃນລະບົບ UFABET'],
    ['EXISTING_USER', 'เบอร์นี้เป็นสมาชิกแล้ว', 'ເບີນີ້ເປັນສະມາຊິກແລ້ວ'],
    ['OTP_BLOCK', 'กรอกรหัสผิดหลายครั้งเกินไป', 'ປ້ອນລະຫັດຜິດຫຼາຍຄັ້ງເກີນໄປ'],
    ['REQUEST_LIMIT', 'ทำรายการถี่เกินไป', 'ພະຍາຍາມຖີ່ເກີນໄປ'],
    ['REQUEST_LIMIT_1MIN', 'กรุณารอประมาณ 1 นาที', 'ລໍຖ້າປະມານ 1 ນາທີ'],
    ['REFUND_MINIMUM', 'ต้องมากกว่า 0 ', 'ຕ້ອງຫຼາຍກວ່າ 0 '],
    ['TRANSFER_MINIMUM', 'ต้องมากกว่า 0 ', 'ຕ້ອງຫຼາຍກວ່າ 0 '],
    ['TRANSFER_FAIL', 'กลับเข้ากระเป๋าแล้ว', 'ກັບຄືນເຂົ້າກະເປົາແລ້ວ'],
  ] as const)('an error text has the same meaning in Thai and Lao: %s', (code, inThai, inLao) => {
    expect(thai[code]).toContain(inThai);
    expect(lao[code]).toContain(inLao);
  });

  it('codes that only the phone knows have their own texts', () => {
    expect(errorText(new ApiError('NETWORK'))).toBe('No connection. Check your internet and try again');
  });

  it('an error without a code is called our own fault', () => {
    expect(errorText(new TypeError('x'))).toBe('Something went wrong on our side. Please try again');
  });

  // spec 8.6b
  it('an error appears at the field that the response names', () => {
    const error = new ApiError('INVALID_USER_INFO', 400, { fields: { inviteCode: 'INVALID_USER_INFO' } });

    expect(fieldTexts(error)).toEqual({ inviteCode: "Some details aren't right. Please check them" });
  });

  // spec 8.5
  it('only a response that cannot identify the caller leads to the login', () => {
    const toLogin = vi.fn();
    whenUnverified(toLogin);

    errorText(new ApiError('WRONG_CREDENTIAL', 401));
    expect(toLogin).not.toHaveBeenCalled();

    errorText(new ApiError('UNAUTHORIZED', 401));
    expect(toLogin).toHaveBeenCalledOnce();
  });
});

describe('the note of a refused slip', () => {
  beforeAll(() => startI18n('en'));

  // spec 8.18a, 8.18b, 8.18c
  it('all unreadable pictures have the same note', () => {
    for (const code of ['UPLOADED_FILE_NOT_EXIST', 'IMG_SIZE_UNABLE_TO_PROCESS', 'CANNOT_READ_CROPPED_IMAGE'])
      expect(codeText(code)).toBe('Incorrect slip picture');
  });

  // spec 8.19, 8.20, 8.21, 8.22, 8.23a, 8.23b, 8.23c, 8.23d
  it.each([
    ['DEST_ACC_INVALID', "The receiving account isn't right"],
    ['SLIP_REFNO_DUPLICATED', 'We already have this slip'],
    ['UNSTABLE_REFNO_ON_SLIP', "We couldn't confirm the slip's reference"],
    ['TRIPPLE_WRONG_CAPTCHA', 'The slip check got its captcha wrong three times'],
    ['INVALID_SLIP', "This picture isn't a transfer slip"],
    ['NOT_MATCH', "The sending account isn't yours"],
    ['EXPIRED_SLIP', 'The slip is too old'],
    ['UNKNOW_ERROR', "We couldn't check the slip"],
  ])('%s has its own note', (code, words) => {
    expect(codeText(code)).toBe(words);
  });
});

// spec 8.18a, 8.18b, 8.18c, 8.19, 8.20, 8.21, 8.22, 8.23a, 8.23b, 8.23c, 8.23d
it('the note of a refused slip has the same meaning in Thai and English', () => {
  expect(thai).toMatchObject({
    UPLOADED_FILE_NOT_EXIST: 'รูปสลิปไม่ถูกต้อง',
    DEST_ACC_INVALID: 'บัญชีปลายทางไม่ถูกต้อง',
    SLIP_REFNO_DUPLICATED: 'มีสลิปนี้ในระบบแล้ว',
    UNSTABLE_REFNO_ON_SLIP: 'ยังตรวจสอบเลขอ้างอิงบนสลิปไม่ได้',
    TRIPPLE_WRONG_CAPTCHA: 'ระบบตรวจสอบสลิปขัดข้อง กรอกรหัสภาพผิดครบ 3 ครั้ง',
    INVALID_SLIP: 'รูปนี้ไม่ใช่สลิปโอนเงิน',
    NOT_MATCH: 'บัญชีผู้โอนไม่ตรงกับบัญชีของคุณ',
    EXPIRED_SLIP: 'สลิปเกินเวลาที่กำหนด',
    UNKNOW_ERROR: 'ตรวจสอบสลิปไม่สำเร็จ',
  });
});

const unreadable = ['UPLOADED_FILE_NOT_EXIST', 'IMG_SIZE_UNABLE_TO_PROCESS', 'CANNOT_READ_CROPPED_IMAGE'];

// spec 8.8a, 8.8c, 8.8g, 8.8h, 8.8i, 8.9a, 8.9b, 8.9c, 8.10a, 8.10b, 8.10c, 8.13e, 8.14h, 8.14j
// spec 8.18a, 8.18b, 8.18c, 8.19, 8.20, 8.21, 8.22, 8.23a, 8.23b, 8.23c, 8.23d
it.each([
  ['Thai', thai],
  ['Lao', lao],
  ['English', english],
])('in %s no two codes share a text, except three for unreadable pictures', (_, texts) => {
  const words = Object.entries(texts).filter(([code]) => code !== 'OK');
  const sharing = words.filter(([code, text]) =>
    words.some(([other, same]) => other !== code && same === text),
  );

  expect(sharing.map(([code]) => code)).toEqual(unreadable);
});
