/**
 * A proxy to the server that can be disconnected. Playwright's own offline mode affects a page only once the
 * page runs. A service worker that Chromium starts for the page would still have the network.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { serverUrls } from './server';
import { buildPortal } from './portal';
import { SharedLink, type NetworkFaults } from './network-faults';

export class CuttableProxy {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private limit = Infinity;
  private bytes = 0;
  private faults: { up: SharedLink; down: SharedLink; now: NetworkFaults } | null = null;
  private readonly portal = buildPortal();
  private isPortal = false;
  private dropsResponses = false;
  private received = '';

  static async build(): Promise<CuttableProxy> {
    const proxy = new CuttableProxy();
    await proxy.open();
    return proxy;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** The bytes in both directions since the proxy was created. */
  get bytesCarried(): number {
    return this.bytes;
  }

  async open(): Promise<void> {
    this.server = createServer((phone) => this.accept(phone));
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Disconnects, and drops all data in transit. */
  async cut(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server.close(), 'close');
    for (const socket of this.sockets) socket.destroy();
    this.server = null;
    await closed;
  }

  /**
   * Limits new connections: each accepts only this many more bytes from the phone, and then stalls, as in a
   * lift.
   */
  limitUpload(bytes: number): void {
    this.limit = bytes;
  }

  removeUploadLimit(): void {
    this.limit = Infinity;
  }

  /** Sets the network faults for new connections; existing ones are closed. */
  setFaults(faults: NetworkFaults | null): void {
    this.faults = faults && { up: new SharedLink(faults), down: new SharedLink(faults), now: faults };
    this.closeConnections();
  }

  /** Starts or stops a captive portal, which responds in place of the server. */
  setPortal(toPortal: boolean): void {
    this.isPortal = toPortal;
    this.closeConnections();
  }

  /** The requests that the portal received. */
  get portalRequests(): readonly string[] {
    return this.portal.requests;
  }

  /** If true, requests still reach the server, but its responses are dropped. */
  dropResponses(dropsResponses: boolean): void {
    this.dropsResponses = dropsResponses;
    if (!dropsResponses) this.closeConnections();
  }

  /** Returns how often the server received this request since the proxy was created. */
  requestCount(request: string): number {
    return this.received.split(`${request} HTTP/1.1`).length - 1;
  }

  private closeConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(phone: Socket): void {
    if (this.isPortal) {
      this.track(phone);
      return this.portal.respond(phone);
    }
    this.connect(phone, connect(Number(new URL(serverUrls.app).port), '127.0.0.1'));
  }

  private connect(...sockets: [Socket, Socket]): void {
    const [phone, server] = sockets;
    this.track(phone, server);
    phone.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1').slice(0, 200)));
    const { up, down, now } = this.faults ?? {};
    const toServer = phone.pipe(createByteLimit(this.limit));
    (up ? toServer.pipe(up.openConnection()) : toServer).pipe(server);
    const toPhone = server.pipe(this.createResponseFilter());
    (down ? toPhone.pipe(down.openConnection()) : toPhone).pipe(phone);
    if (now && now.random(0, 1) < now.breaks) setTimeout(() => phone.destroy(), now.random(500, 8_000));
  }

  /** When one side closes, the other is closed too. */
  private track(...sockets: Socket[]): void {
    for (const socket of sockets) {
      this.sockets.add(socket);
      socket.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        for (const other of sockets) other.destroy();
      });
    }
  }

  private createResponseFilter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => (this.dropsResponses ? done() : done(null, chunk)),
    });
  }
}

/** Returns a stream that passes the allowed number of bytes and drops the rest. */
function createByteLimit(allowed: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      allowed -= chunk.length;
      if (allowed >= 0) done(null, chunk);
    },
  });
}
