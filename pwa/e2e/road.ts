/**
 * A way to the house that can be cut. Playwright's own offline mode reaches a page only once it
 * runs: a service worker that Chromium wakes at its start would still find the network there.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { house } from './house';

export class Road {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private limit = Infinity;

  static async build(): Promise<Road> {
    const road = new Road();
    await road.open();
    return road;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async open(): Promise<void> {
    this.server = createServer((phone) =>
      this.join(phone, connect(Number(new URL(house.app).port), '127.0.0.1')),
    );
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** No way through, and what was under way is lost. */
  async cut(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server.close(), 'close');
    for (const socket of this.sockets) socket.destroy();
    this.server = null;
    await closed;
  }

  /** From the phone each new connection takes only so many bytes more; then it hangs, as in a lift. */
  narrow(bytes: number): void {
    this.limit = bytes;
  }

  widen(): void {
    this.limit = Infinity;
  }

  private join(...ends: [Socket, Socket]): void {
    const [phone, server] = ends;
    for (const end of ends) {
      this.sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.sockets.delete(end);
        for (const other of ends) other.destroy();
      });
    }
    phone.pipe(gate(this.limit)).pipe(server).pipe(phone);
  }
}

/** Takes in what is allowed and nothing after it. */
function gate(allowed: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      allowed -= chunk.length;
      if (allowed >= 0) done(null, chunk);
    },
  });
}
