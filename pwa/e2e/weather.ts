/**
 * Bad weather on a road. A relay cannot lose packets, since both ends would only see them late: so a
 * lost one is what the ends see of it, a stall until it was sent again, in which all behind it waits.
 */
import { Transform } from 'node:stream';
import type { Random } from './chance';

export interface Weather {
  /** Each way. */
  delayMs: number;
  /** Each way, of all connections together. */
  bytesPerSecond: number;
  /** Share of packets that have to be sent again; the second time is as likely to be lost. */
  loss: number;
  /** Share of connections that break off some time. */
  breaks: number;
  random: Random;
}

/** 400 ms, 400 kbit/s, one packet in twenty lost. */
export function slow3G(random: Random): Weather {
  return { delayMs: 400, bytesPerSecond: 50_000, loss: 0.05, breaks: 0.1, random };
}

const PACKET = 1400;
const RETRANSMIT_MS = 400;

/** One direction, which all connections share. */
export class Lane {
  private freeAt = 0;

  constructor(private readonly weather: Weather) {}

  /** One connection's bytes: late, in their order, and after those of others that came first. */
  connection(): Transform {
    let arrived = 0;
    // Two timers of nearly one moment may ring in either order: each lets go whoever is first.
    const onTheWay: (() => void)[] = [];
    const packet = (push: () => void, bytes: number): void => {
      arrived = Math.max(arrived, this.take(bytes) + this.weather.delayMs) + this.stall();
      onTheWay.push(push);
      setTimeout(() => onTheWay.shift()!(), arrived - Date.now());
    };
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        for (let at = 0; at < chunk.length; at += PACKET) {
          const part = chunk.subarray(at, at + PACKET);
          packet(() => !this.destroyed && this.push(part), part.length);
        }
        done();
      },
      flush: (done) => packet(() => done(), 0),
    });
  }

  /** When the line has taken the packet. */
  private take(bytes: number): number {
    this.freeAt = Math.max(this.freeAt, Date.now()) + (bytes * 1000) / this.weather.bytesPerSecond;
    return this.freeAt;
  }

  private stall(): number {
    const { random, loss } = this.weather;
    let stall = 0;
    for (let again = 1; random(0, 1) < loss; again *= 2) stall += RETRANSMIT_MS * again;
    return stall;
  }
}
