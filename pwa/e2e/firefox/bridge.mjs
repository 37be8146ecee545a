#!/usr/bin/env node
/**
 * Firefox as Playwright starts it: the program named by FIREFOX_PATH, and between the two a bridge
 * of their protocol (WebDriver BiDi). Playwright asks for commands that a released Firefox does not
 * have yet, to dress a page that is dressed already; what Firefox does not know is answered as done.
 * Nor does it tell of addresses that a page gives itself without loading: here the page tells of them.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENS = /WebDriver BiDi listening on (ws:\/\/.*)$/;
/** A picture of a page in one message. */
const MOST_BYTES = 256 * 1024 * 1024;

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENS.exec(line)?.[1];
  if (!address) return void console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, request) => join(playwright, `${address}${request.url}`));
  server.on('listening', () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  );
});

/** Above all that Playwright numbers its own commands by. */
const OWN_ID = 2 ** 40;
const OWN_CHANNEL = 'addresses';

/** Within each page, before any script of its own. */
function tellAddresses(tell) {
  const now = () => tell(location.href);
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name];
    history[name] = function (...how) {
      change.apply(this, how);
      now();
    };
  }
  addEventListener('popstate', now);
}

const watchAddresses = JSON.stringify({
  id: OWN_ID,
  method: 'script.addPreloadScript',
  params: {
    functionDeclaration: String(tellAddresses),
    arguments: [{ type: 'channel', value: { channel: OWN_CHANNEL } }],
  },
});

/** Carries every message over, in order, and ends both sides together. */
function join(playwright, address) {
  const browser = new WebSocket(address, { maxPayload: MOST_BYTES });
  const early = [];
  playwright.on('message', (data) => {
    const text = data.toString();
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else early.push(text);
    // By now there is a session.
    if (text.includes('"session.subscribe"')) browser.send(watchAddresses);
  });
  browser.on('open', () => early.forEach((text) => browser.send(text)));
  browser.on('message', (data) => {
    const text = inItsWords(data.toString());
    if (text) playwright.send(text);
  });
  browser.on('error', () => playwright.close());
  browser.on('close', () => playwright.close());
  playwright.on('close', () => browser.close());
}

/** What Firefox said as Playwright understands it; nothing where it was said to the bridge. */
function inItsWords(text) {
  const { type, id, error, method, params } = JSON.parse(text);
  if (id === OWN_ID) return undefined;
  if (type === 'error' && error === 'unknown command')
    return JSON.stringify({ type: 'success', id, result: {} });
  if (method !== 'script.message' || params.channel !== OWN_CHANNEL) return text;
  const { source, data } = params;
  const change = { context: source.context, url: data.value, timestamp: Date.now() };
  return JSON.stringify({ type: 'event', method: 'browsingContext.historyUpdated', params: change });
}
