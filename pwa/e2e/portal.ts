/** A hotel's network before its guest has signed in: whatever is asked for, its own page is the answer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Words that only the hotel says. */
export const HOTEL = 'Grand Hotel Guest Wi-Fi';

const PAGE = `<!doctype html><title>${HOTEL}</title><h1>${HOTEL}</h1><form method="post"><input name="room"></form>`;

/** Now its page at the very address, now from there to its own: hotels do both. */
export function buildPortal(): { answer: (socket: import('node:net').Socket) => void; asked: string[] } {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, answer: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    const isOwn = request.url === '/sign-in';
    if (!isOwn && asked.length % 2 === 0) return answer.writeHead(302, { Location: '/sign-in' }).end();
    answer
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'max-age=3600' })
      .end(PAGE);
  });
  return { answer: (socket) => void server.emit('connection', socket), asked };
}
