/** Banks by the three digits that slips and feeds name them by (the Bank of Thailand's list). */
const codes: Record<string, string> = {
  '002': 'BBL',
  '004': 'KBANK',
  '006': 'KTB',
  '011': 'TMB',
  '014': 'SCB',
  '022': 'CIMB',
  '024': 'UOB',
  '025': 'BAY',
  '030': 'GSB',
  '033': 'GHB',
  '034': 'BAAC',
  '066': 'ISBT',
  '067': 'TISCO',
  '069': 'KKP',
  '070': 'ICBC',
  '073': 'LHB',
};

/** Undefined where nobody told the bank, or it is none of these. */
export function bankCode(number: string): string | undefined {
  return codes[number];
}

/** The code people know; else the number as it came. */
export function bankShown(number: string): string {
  return codes[number] ?? number;
}
