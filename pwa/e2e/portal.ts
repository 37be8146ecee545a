/** A captive portal before login, as in a hotel. It responds to every request with its own page. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A text that occurs only on the portal's page. */
export const PORTAL_NAME = 'Grand Hotel Guest Wi-Fi';

const PAGE = `<!doctype html><title>${PORTAL_NAME}</title><h1>${PORTAL_NAME}</h1><form method="post"><input name="room"></form>`;

/**
 * Returns a portal and the requests that it received. It alternates between returning its page at the
 * requested address and redirecting to its own address, since real portals do both.
 */
export function buildPortal(): { respond: (socket: import('node:net').Socket) => void; requests: string[] } {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const isOwn = request.url === '/sign-in';
    if (!isOwn && requests.length % 2 === 0) return response.writeHead(302, { Location: '/sign-in' }).end();
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'max-age=3600' })
      .end(PAGE);
  });
  return { respond: (socket) => void server.emit('connection', socket), requests };
}
