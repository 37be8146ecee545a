/** A page with the app's real data layer, on a model of the chat server and fake sockets. */
import { vi } from 'vitest';
import { storedGuest } from '@/data/session/guest';
import { startChat } from '@/data/domains/chat/start';
import { sha256 } from '@/data/kit/digest';
import { startOutbox } from '@/data/engine/outbox/triggers';
import { fetchResource } from '@/data/engine/resources/refresh';
import { startSyncing } from '@/data/engine/sync/triggers';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { storeToken, resolveMember } from '@/data/session/token';
import type { QueueDb } from '@/data/storage/db';
import { withDeviceDb, withMemberDbAfterSession } from '@/data/storage/storage';
import { eventually } from './eventually';
import { FakeSocket } from './fake-socket';
import { ModelChat } from './model-chat';
import { Network, type CallFate } from './network';
import { offline, ok, stubServer, type TestServer } from './server';

export class ChatPage {
  readonly model = new ModelChat();
  readonly server: TestServer = stubServer();
  /** Calls under /api/chat and syncs, in order. */
  readonly calls: string[] = [];
  isOffline = false;
  readonly #networks = new Map<string, Network>();
  readonly #stops: (() => void)[];
  #leave: (() => void) | undefined;
  #logins = 0;

  constructor() {
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!/^\/api\/(chat\/|sync)/.test(url)) return this.isOffline ? offline() : others(url, init);
      this.calls.push(`${init.method} ${url.split('?')[0]}`);
      return this.isOffline ? offline() : this.#network(url.split('?')[0]!).fetch(url, init);
    });
    FakeSocket.install();
    this.server.on('POST /api/login', ({ body }) => {
      const { username } = body as { username: string };
      const token = `${username}-${++this.#logins}`;
      this.model.tokens.set(token, username);
      return ok({ token, expiresAt: '' });
    });
    this.server.on('POST /api/logout', () => ok());
    this.server.on('GET /api/account/profile', ({ headers }) => {
      const [username] = (headers.get('Authorization') ?? '').replace('Bearer ', '').split('-');
      return ok({ profile: { _id: username } });
    });
    this.#stops = [startSyncing(() => fetchResource('active')), startOutbox(), startChat()];
  }

  logIn = (username = 'M1') => login({ username, password: 'x', rememberMe: true });

  /** Logs in. The network fails before any other request. */
  async logInOffline(username = 'M1'): Promise<void> {
    const token = `${username}-${++this.#logins}`;
    this.model.tokens.set(token, username);
    const row = { tokenHash: await sha256(token), memberId: username, token, savedAt: Date.now() };
    await withDeviceDb((db) => db.sessions.put(row));
    storeToken(token, true);
    await resolveMember();
  }

  /**
   * Sets the fates of the next calls of this name, such as `chat/send-message`. Later calls are delivered.
   */
  expect(name: string, fates: CallFate[]): void {
    this.#network(`/api/${name}`).expect(fates);
  }

  /** Connects the newest socket to the model, which sends it all later frames. */
  async connect(party = 'M1'): Promise<FakeSocket> {
    await eventually(() => void FakeSocket.last);
    const socket = FakeSocket.last;
    socket.open();
    this.#leave = this.model.join(party, (frame) => socket.receive(frame));
    return socket;
  }

  /** Closes the connection; the page notices it. */
  breakOff(): void {
    this.#leave?.();
    FakeSocket.last.breakOff();
  }

  /** Drops all frames without the page noticing. */
  dropFrames(): void {
    this.#leave?.();
  }

  async stop(): Promise<void> {
    this.isOffline = false;
    this.#leave?.();
    for (const stop of this.#stops) stop();
    if (getSession()) await logout('discard');
    await withDeviceDb(async (db) => {
      await Promise.all([
        db.outbox.clear(),
        db.blobs.clear(),
        db.chat.clear(),
        db.rooms.clear(),
        db.facts.clear(),
      ]);
    });
    localStorage.clear();
    vi.unstubAllGlobals();
  }

  #network(url: string): Network {
    const network = this.#networks.get(url) ?? new Network((to, init) => this.model.handle(to, init));
    this.#networks.set(url, network);
    return network;
  }
}

const inRoom = <T>(party: string | null, work: (db: QueueDb) => Promise<T>): Promise<T> =>
  party === null ? withDeviceDb(work) : withMemberDbAfterSession(party, work);

/** Returns the outbox of a member's id. For null, returns the guest's. */
export const readOutbox = (party: string | null = 'M1') =>
  inRoom(party, (db) => db.outbox.orderBy('seq').toArray());

/** Returns the stored conversation of a member's id. For null, returns the current guest's. */
export const readConversation = async (party: string | null = 'M1') => {
  const all = await inRoom(party, (db) => db.chat.toArray());
  return party === null ? all.filter((row) => row.room === storedGuest()) : all;
};
