/** A proxy in front of the server. It can publish another version of the app. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serverUrls } from './server';

const ASSETS = join(import.meta.dirname, '../../backend/webapp/dist/assets');
const FILE = /([\w.-]+-[\w-]{8})(\.js)\b/g;
/** The revisions in the service worker's list, for files without a hash in their name. */
const REVISION = /(revision"?:\s*["'`])(?=[0-9a-f]{8})/g;
const OF_OLD = '-of-old';

export class Release {
  /**
   * Publishes an earlier version: the same app under other file names. Once this is false again, the server
   * no longer has those files.
   */
  older = false;
  /** Requests whose path starts with this get no response. */
  mute = '';
  private readonly files = new Set(readdirSync(ASSETS));
  /** Publishes a changed service worker; browsers compare it byte by byte. */
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
    if (this.mute && asked.url?.startsWith(this.mute)) return void answer.destroy();
    if (this.older) return void this.passOlder(asked, answer);
    const isNew = this.next && asked.url === '/sw.js';
    const { 'accept-encoding': encoding, 'if-none-match': _known, ...headers } = asked.headers;
    const plain = isNew ? headers : { ...headers, ...(encoding && { 'accept-encoding': encoding }) };
    const { port } = new URL(serverUrls.app);
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

  private async passOlder(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = (asked.url ?? '').replace(`${OF_OLD}.js`, '.js');
    const { 'accept-encoding': _any, 'if-none-match': _known, host: _host, ...headers } = asked.headers;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = new URL(serverUrls.app);
      const onward = request({ host: '127.0.0.1', port, method: asked.method, path, headers }, resolve);
      onward.on('error', reject);
      asked.pipe(onward);
    }).catch(() => null);
    if (!reply) return void answer.destroy();
    const isCode = /javascript|html/.test(reply.headers['content-type'] ?? '') && !path.startsWith('/api');
    if (!isCode) {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      return void reply.pipe(answer);
    }
    const { 'content-length': _length, etag: _etag, ...rest } = reply.headers;
    answer.writeHead(reply.statusCode ?? 502, rest).end(this.age(await text(reply)));
  }

  private age(code: string): string {
    const files = code.replaceAll(REVISION, '$1old-');
    return files.replaceAll(FILE, (name, stem: string, end: string) =>
      this.files.has(name) ? `${stem}${OF_OLD}${end}` : name,
    );
  }
}
