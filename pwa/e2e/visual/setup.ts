import { findChromium } from '../chromium';

/** A browser is all that comparing needs. */
export default function findOne(): void {
  process.env.CHROMIUM_PATH = findChromium();
}
