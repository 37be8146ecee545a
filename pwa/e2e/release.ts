/** The house behind an address of its own, where the next version can come out. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { house } from './house';

export class Release {
  /** From now on the service worker is another one, by a single byte as browsers count it. */
  next = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((asked, answer) => this.pass(asked, answer));
  }

  static async open(): Promise<Release> {
    const release = new Release();
    await once(release.server.listen(0, '127.0.0.1'), 'listening');
    return release;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const isNew = this.next && asked.url === '/sw.js';
    const { 'accept-encoding': encoding, 'if-none-match': _known, ...headers } = asked.headers;
    const plain = isNew ? headers : { ...headers, ...(encoding && { 'accept-encoding': encoding }) };
    const { port } = new URL(house.app);
    const onward = request({
      host: '127.0.0.1',
      port,
      method: asked.method,
      path: asked.url,
      headers: plain,
    });
    onward.on('error', () => answer.destroy());
    onward.on('response', (reply) => {
      const { 'content-length': length, ...rest } = reply.headers;
      answer.writeHead(
        reply.statusCode ?? 502,
        isNew ? rest : { ...rest, ...(length && { 'content-length': length }) },
      );
      reply.pipe(answer, { end: !isNew });
      if (isNew) reply.on('end', () => answer.end('\n// the next version\n'));
    });
    asked.pipe(onward);
  }
}
