/** A bank's app, and the link that opens it on a phone. */
export interface BankApp {
  /** Bank code, as in the lookup. */
  bank: string;
  /** The app's name on the home screen. */
  name: string;
  currency: 'BAHT' | 'LAK';
  link: (code: string) => string;
}

/**
 * The apps whose link has a known source: a wrong link does nothing, and members would blame our app. No Thai
 * bank has a link that accepts another merchant's QR code. So the link only opens the app, where the member
 * loads the saved picture. BCEL One accepts the code's text in the link.
 */
export const bankApps: readonly BankApp[] = [
  // The link that K PLUS uses for sign-in by app: kbank.kplus://authenwithkplus. Phones without the app use
  // www.kasikornbank.com/th/kplus/deeplinkkplus.
  { bank: 'KBANK', name: 'K PLUS', currency: 'BAHT', link: () => 'kbank.kplus://' },
  // developer.scb.co.th, "SCB EASY App Payment" and POST /v3/deeplink/transactions: channel scbeasy;
  // scbeasy://payments/... in SCB's own apps.
  { bank: 'SCB', name: 'SCB EASY', currency: 'BAHT', link: () => 'scbeasy://' },
  // github.com/weerawid/web-test-jsbridge, the test page of Krungthai NEXT's pages:
  // ktbnext://next.co.th/missionbase.
  { bank: 'KTB', name: 'Krungthai NEXT', currency: 'BAHT', link: () => 'ktbnext://' },
  // The link that Bangkok Bank's payment page returns to its merchants:
  // bualuangmbanking://mbanking.payment?...
  { bank: 'BBL', name: 'Bualuang mBanking', currency: 'BAHT', link: () => 'bualuangmbanking://' },
  // github.com/omise/omise-node/issues/197: the authorize_uri krungsri-kma://map.payment?tokenId=...
  { bank: 'BAY', name: 'krungsri app', currency: 'BAHT', link: () => 'krungsri-kma://' },
  // Source: onepay.js of BCEL OnePay and code that uses it: onepay://qr/ followed by the result of getCode().
  { bank: 'BCEL', name: 'BCEL One', currency: 'LAK', link: (code) => `onepay://qr/${encodeURI(code)}` },
];

/** Returns the apps for a currency; the app of the member's own bank is first. */
export function listBankApps(currency: string, own: string | undefined): BankApp[] {
  const fit = bankApps.filter((app) => app.currency === currency);
  return [...fit.filter(({ bank }) => bank === own), ...fit.filter(({ bank }) => bank !== own)];
}
