/**
 * Network faults for the proxy. A proxy cannot lose packets, since each side only sees data late. So a lost
 * packet is simulated by its effect: a stall until it was sent again, which also delays everything after it.
 */
import { Transform } from 'node:stream';
import type { Random } from './random';

export interface NetworkFaults {
  /** In each direction. */
  delayMs: number;
  /** In each direction, for all connections together. */
  bytesPerSecond: number;
  /** The share of packets that must be sent again. A repeated packet is lost with the same probability. */
  loss: number;
  /** The share of connections that break off at some time. */
  breaks: number;
  random: Random;
}

/** Returns slow 3G: 400 ms in each direction, 400 kbit/s, one packet in twenty lost. */
export function slow3G(random: Random): NetworkFaults {
  return { delayMs: 400, bytesPerSecond: 50_000, loss: 0.05, breaks: 0.1, random };
}

const PACKET = 1400;
const RETRANSMIT_MS = 400;

/** One direction of the network, which all connections share. */
export class SharedLink {
  private freeAt = 0;

  constructor(private readonly faults: NetworkFaults) {}

  /**
   * Returns a stream that delays the bytes of one connection. They stay in order, and come after earlier
   * bytes of other connections.
   */
  openConnection(): Transform {
    let arrived = 0;
    // Two timers with almost the same time may fire in either order. So each releases the first packet in the
    // queue, whichever it is.
    const inTransit: (() => void)[] = [];
    const sendPacket = (push: () => void, bytes: number): void => {
      arrived = Math.max(arrived, this.transmit(bytes) + this.faults.delayMs) + this.stall();
      inTransit.push(push);
      setTimeout(() => inTransit.shift()!(), arrived - Date.now());
    };
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        for (let at = 0; at < chunk.length; at += PACKET) {
          const part = chunk.subarray(at, at + PACKET);
          sendPacket(() => !this.destroyed && this.push(part), part.length);
        }
        done();
      },
      flush: (done) => sendPacket(() => done(), 0),
    });
  }

  /** Returns the time at which the packet has been transmitted. */
  private transmit(bytes: number): number {
    this.freeAt = Math.max(this.freeAt, Date.now()) + (bytes * 1000) / this.faults.bytesPerSecond;
    return this.freeAt;
  }

  /** Returns the delay in ms by lost packets that are sent again; mostly 0. */
  private stall(): number {
    const { random, loss } = this.faults;
    let stall = 0;
    for (let again = 1; random(0, 1) < loss; again *= 2) stall += RETRANSMIT_MS * again;
    return stall;
  }
}
