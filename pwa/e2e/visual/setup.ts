import { findChromium } from '../chromium';

/** The comparison needs only a browser, and no server. */
export default function setChromiumPath(): void {
  process.env.CHROMIUM_PATH = findChromium();
}
