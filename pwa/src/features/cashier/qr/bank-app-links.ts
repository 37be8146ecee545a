/**
 * The links that open a bank's app on a phone. Only links with a known source: a wrong one does nothing and
 * looks like our fault. No Thai bank has a link that passes on a QR code of another merchant. So the link
 * only opens the app, which then reads the saved picture. BCEL One takes the code's text within the link.
 */
export interface BankApp {
  /** Bank code, as in the lookup. */
  bank: string;
  /** The app's name on the home screen. */
  name: string;
  currency: 'BAHT' | 'LAK';
  link: (code: string) => string;
}

export const bankApps: readonly BankApp[] = [
  // The link of K PLUS's own sign-in by app: kbank.kplus://authenwithkplus. Phones without the app use
  // www.kasikornbank.com/th/kplus/deeplinkkplus.
  { bank: 'KBANK', name: 'K PLUS', currency: 'BAHT', link: () => 'kbank.kplus://' },
  // developer.scb.co.th, "SCB EASY App Payment" and POST /v3/deeplink/transactions: channel scbeasy;
  // scbeasy://payments/... in SCB's own apps.
  { bank: 'SCB', name: 'SCB EASY', currency: 'BAHT', link: () => 'scbeasy://' },
  // github.com/weerawid/web-test-jsbridge, the test page of Krungthai NEXT's pages:
  // ktbnext://next.co.th/missionbase.
  { bank: 'KTB', name: 'Krungthai NEXT', currency: 'BAHT', link: () => 'ktbnext://' },
  // What Bangkok Bank's payment page returns to its merchants: bualuangmbanking://mbanking.payment?...
  { bank: 'BBL', name: 'Bualuang mBanking', currency: 'BAHT', link: () => 'bualuangmbanking://' },
  // github.com/omise/omise-node/issues/197: the authorize_uri krungsri-kma://map.payment?tokenId=...
  { bank: 'BAY', name: 'krungsri app', currency: 'BAHT', link: () => 'krungsri-kma://' },
  // BCEL OnePay's own onepay.js and code that uses it: onepay://qr/ and what getCode() returns.
  { bank: 'BCEL', name: 'BCEL One', currency: 'LAK', link: (code) => `onepay://qr/${encodeURI(code)}` },
];

/** The apps for a currency, the member's own bank first. */
export function appsFor(currency: string, own: string | undefined): BankApp[] {
  const fit = bankApps.filter((app) => app.currency === currency);
  return [...fit.filter(({ bank }) => bank === own), ...fit.filter(({ bank }) => bank !== own)];
}
