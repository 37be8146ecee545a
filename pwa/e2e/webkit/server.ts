import { needs } from '../chromium';
import openHouse from '../server';

/** Installs the browser and a screen for it if necessary, and starts a server. */
export default function openWebKitsHouse(): ReturnType<typeof openHouse> {
  needs('WebKitWebDriver', 'webkit2gtk-driver');
  needs('Xvfb', 'xvfb');
  return openHouse();
}
