import { needs } from '../chromium';
import openHouse from '../house';

/** The browser, a screen for it, and a house. */
export default function openWebKitsHouse(): ReturnType<typeof openHouse> {
  needs('WebKitWebDriver', 'webkit2gtk-driver');
  needs('Xvfb', 'xvfb');
  return openHouse();
}
