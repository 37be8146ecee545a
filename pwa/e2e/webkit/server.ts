import { needs } from '../chromium';
import openServer from '../server';

/** Installs the browser and a screen for it if necessary, and starts a server. */
export default function openWebKitServer(): ReturnType<typeof openServer> {
  needs('WebKitWebDriver', 'webkit2gtk-driver');
  needs('Xvfb', 'xvfb');
  return openServer();
}
