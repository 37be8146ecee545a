/**
 * A proxy to the server that can be disconnected. Playwright's own offline mode affects a page only once the
 * page runs. A service worker that Chromium starts for the page would still have the network.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { serverUrls } from './server';
import { buildPortal } from './portal';
import { Lane, type NetworkFaults } from './network-faults';

export class CuttableProxy {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private limit = Infinity;
  private bytes = 0;
  private weather: { up: Lane; down: Lane; now: NetworkFaults } | null = null;
  private readonly portal = buildPortal();
  private isPortal = false;
  private isDeaf = false;
  private heard = '';

  static async build(): Promise<CuttableProxy> {
    const road = new CuttableProxy();
    await road.open();
    return road;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Bytes in both directions since it was created. */
  get carried(): number {
    return this.bytes;
  }

  async open(): Promise<void> {
    this.server = createServer((phone) => this.take(phone));
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
  narrow(bytes: number): void {
    this.limit = bytes;
  }

  widen(): void {
    this.limit = Infinity;
  }

  /** Sets the network faults for new connections; existing ones are closed. */
  turn(weather: NetworkFaults | null): void {
    this.weather = weather && { up: new Lane(weather), down: new Lane(weather), now: weather };
    this.clear();
  }

  /** Starts or stops a captive portal, which responds in place of the server. */
  lead(toPortal: boolean): void {
    this.isPortal = toPortal;
    this.clear();
  }

  /** The requests that the portal received. */
  get strayed(): readonly string[] {
    return this.portal.asked;
  }

  /** If true, requests still reach the server, but its responses are dropped. */
  deafen(isDeaf: boolean): void {
    this.isDeaf = isDeaf;
    if (!isDeaf) this.clear();
  }

  /** Returns how often the server received this request since the proxy was created. */
  count(asked: string): number {
    return this.heard.split(`${asked} HTTP/1.1`).length - 1;
  }

  private clear(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private take(phone: Socket): void {
    if (this.isPortal) {
      this.hold(phone);
      return this.portal.answer(phone);
    }
    this.join(phone, connect(Number(new URL(serverUrls.app).port), '127.0.0.1'));
  }

  private join(...ends: [Socket, Socket]): void {
    const [phone, server] = ends;
    this.hold(phone, server);
    phone.on('data', (chunk: Buffer) => (this.heard += chunk.toString('latin1').slice(0, 200)));
    const { up, down, now } = this.weather ?? {};
    const toServer = phone.pipe(gate(this.limit));
    (up ? toServer.pipe(up.connection()) : toServer).pipe(server);
    const toPhone = server.pipe(this.ear());
    (down ? toPhone.pipe(down.connection()) : toPhone).pipe(phone);
    if (now && now.random(0, 1) < now.breaks) setTimeout(() => phone.destroy(), now.random(500, 8_000));
  }

  /** When one side closes, the other is closed too. */
  private hold(...ends: Socket[]): void {
    for (const end of ends) {
      this.sockets.add(end);
      end.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.sockets.delete(end);
        for (const other of ends) other.destroy();
      });
    }
  }

  private ear(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => (this.isDeaf ? done() : done(null, chunk)),
    });
  }
}

/** Returns a stream that passes the allowed number of bytes and drops the rest. */
function gate(allowed: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      allowed -= chunk.length;
      if (allowed >= 0) done(null, chunk);
    },
  });
}
