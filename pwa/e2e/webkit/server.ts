import { requireProgram } from '../chromium';
import openServer from '../server';

/** Installs the browser and a screen for it if necessary, and starts a server. */
export default function openWebKitServer(): ReturnType<typeof openServer> {
  requireProgram('WebKitWebDriver', 'webkit2gtk-driver');
  requireProgram('Xvfb', 'xvfb');
  return openServer();
}
