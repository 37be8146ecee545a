import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { needs } from '../chromium';
import openHouse from '../house';

/** The browser that the bridge starts, and a house behind a door that lets the driver in. */
export default async function openFirefoxHouse(): Promise<() => Promise<void>> {
  process.env.FIREFOX_PATH ??= needs('firefox-esr', 'firefox-esr');
  const close = await openHouse();
  const inner = Number(process.env.PORT);
  const door = createServer((browser) => {
    const server = connect(inner, '127.0.0.1');
    browser.pipe(server);
    server.pipe(letDriverIn()).pipe(browser);
    for (const end of [browser, server])
      end.on('error', () => [browser, server].map((each) => each.destroy()));
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  process.env.PORT = String((door.address() as AddressInfo).port);
  return async () => {
    door.close();
    await close();
  };
}

/**
 * Playwright's own words in a page are an eval, which Firefox holds against the page's policy too. As long
 * as what it replaces: no length changes, and all else of the policy stands.
 */
function letDriverIn(): Transform {
  const strict = "'wasm-unsafe-eval'";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = chunk.indexOf(strict);
      if (at >= 0) chunk.write("'unsafe-eval'".padEnd(strict.length), at, 'latin1');
      done(null, chunk);
    },
  });
}
