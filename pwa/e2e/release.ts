/** A proxy in front of the server. It can publish another version of the app. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serverUrls } from './server';

const ASSETS = join(import.meta.dirname, '../../backend/webapp/dist/assets');
const FILE = /([\w.-]+-[\w-]{8})(\.js)\b/g;
/** The revisions in the service worker's list, for files without a hash in their name. */
const REVISION = /(revision"?:\s*["'`])(?=[0-9a-f]{8})/g;
const OLD_SUFFIX = '-of-old';
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

export class Release {
  /**
   * Publishes an earlier version: the same app under other file names. Once this is false again, the server
   * no longer has those files.
   */
  older = false;
  /** Requests whose path starts with this text get no response; '' for none. */
  mute = '';
  private readonly files = new Set(readdirSync(ASSETS));
  /** Publishes a changed service worker; browsers compare it byte by byte. */
  next = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => this.forward(request, response));
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

  private forward(request: IncomingMessage, response: ServerResponse): void {
    if (this.mute && request.url?.startsWith(this.mute)) return void response.destroy();
    if (this.older) return void this.forwardOlder(request, response);
    const isNew = this.next && request.url === '/sw.js';
    const { 'accept-encoding': encoding, 'if-none-match': _known, ...headers } = request.headers;
    const plain = isNew ? headers : { ...headers, ...(encoding && { 'accept-encoding': encoding }) };
    const { port } = new URL(serverUrls.app);
    const upstream = sendRequest({
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: plain,
    });
    upstream.on('error', () => response.destroy());
    upstream.on('response', (reply) => {
      const { 'content-length': length, ...rest } = reply.headers;
      response.writeHead(
        reply.statusCode ?? 502,
        isNew ? rest : { ...rest, ...(length && { 'content-length': length }) },
      );
      reply.pipe(response, { end: !isNew });
      if (isNew) reply.on('end', () => response.end('\n// the next version\n'));
    });
    request.pipe(upstream);
  }

  private async forwardOlder(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(`${OLD_SUFFIX}.js`, '.js');
    const { 'accept-encoding': _any, 'if-none-match': _known, host: _host, ...headers } = request.headers;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = new URL(serverUrls.app);
      const upstream = sendRequest(
        { host: '127.0.0.1', port, method: request.method, path, headers },
        resolve,
      );
      upstream.on('error', reject);
      request.pipe(upstream);
    }).catch(() => null);
    if (!reply) return void response.destroy();
    const isCode = /javascript|html/.test(reply.headers['content-type'] ?? '') && !path.startsWith('/api');
    if (!isCode) {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      return void reply.pipe(response);
    }
    const { 'content-length': _length, etag: _etag, ...rest } = reply.headers;
    const original = await text(reply);
    const code = this.renameFiles(original);
    const policy = rest['content-security-policy'];
    if (policy) rest['content-security-policy'] = allowInlineScripts(String(policy), original, code);
    response.writeHead(reply.statusCode ?? 502, rest).end(code);
  }

  private renameFiles(code: string): string {
    const files = code.replaceAll(REVISION, '$1old-');
    return files.replaceAll(FILE, (name, stem: string, end: string) =>
      this.files.has(name) ? `${stem}${OLD_SUFFIX}${end}` : name,
    );
  }
}

/** Returns the policy of a page with the hashes of its changed inline scripts. */
function allowInlineScripts(policy: string, original: string, changed: string): string {
  const after = hashInlineScripts(changed);
  return hashInlineScripts(original).reduce((result, hash, i) => result.replace(hash, after[i]!), policy);
}

function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(([, script]) =>
    createHash('sha256').update(script!).digest('base64'),
  );
}
