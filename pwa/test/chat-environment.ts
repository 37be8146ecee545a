/**
 * A simulated phone with the chat. Its contexts send messages, receive frames from a socket that drops and
 * reorders them, and fetch what they missed.
 */
import { fetchHistory, catchUpRoom, fetchOlder } from '@/data/domains/chat/history';
import { call } from '@/data/api/client';
import { enqueueMessage, storeReadSeqs, putMessages, roomOf } from '@/data/domains/chat/room';
import type { Frame } from '@/data/domains/chat/live';
import type { CustomerMessage } from '@/data/api/conversation';
import { newId, sha256 } from '@/data/kit/digest';
import type { ModelChat } from './model-chat';
import { Context, type ContextParts } from './outbox-environment';

/** A message that was sent. */
export interface WrittenMessage {
  id: string;
  /** False if the phone died before it could confirm that the message is stored. */
  promised: boolean;
  cancelled: boolean;
  /** True if the message once waited for the user. Others may then have been sent before it. */
  aside: boolean;
}

export class ChatContext extends Context {
  readonly #parts: ContextParts;
  readonly #server: ModelChat;
  readonly #written: WrittenMessage[];
  /** Frames in transit. */
  #frames: Frame[] = [];
  #leave: (() => void) | undefined;

  constructor(parts: ContextParts, server: ModelChat, written: WrittenMessage[]) {
    super(parts);
    this.#parts = parts;
    this.#server = server;
    this.#written = written;
  }

  get #caller() {
    return this.#parts.world.member();
  }

  get #room(): string {
    return this.#caller.memberId;
  }

  async sendText(text: string): Promise<void> {
    await this.#enqueue({ message_type: 'text', payload: text });
  }

  async sendMedia(name: string): Promise<void> {
    const bytes = new TextEncoder().encode(name).buffer;
    const payload = { message: '', url: false, fileType: 'image', filePath: '', name } as const;
    const file = { bytes, mime: 'image/png', sha256: await sha256(bytes) };
    await this.#enqueue({ message_type: 'media', payload }, file);
  }

  /** Opens a new socket; frames in transit on the old one are lost. */
  connect(): void {
    this.disconnect();
    this.#leave = this.#server.join(this.#room, (frame) => this.#frames.push(frame));
  }

  disconnect(): void {
    this.#leave?.();
    this.#frames = [];
  }

  /** Delivers the frame at index `place` in transit, `times` times; 0 loses the frame. */
  async receive(place: number, times: number): Promise<void> {
    const [frame] = this.#frames.splice(place % Math.max(1, this.#frames.length), 1);
    for (let i = 0; frame && i < times; i++) await this.#applyFrame(frame);
  }

  async catchUp(): Promise<void> {
    await catchUpRoom({ ...this.#tools(), fetchChat: (query) => this.#fetchChat(query) }).catch(() => {});
  }

  async older(): Promise<void> {
    await fetchOlder({
      ...this.#tools(),
      fetchPage: (query) => fetchHistory(this.#caller, query),
    }).catch(() => {});
  }

  override closeContext(): void {
    super.closeContext();
    this.disconnect();
  }

  async #enqueue(message: CustomerMessage, file?: { bytes: ArrayBuffer; mime: string; sha256: string }) {
    const entry: WrittenMessage = { id: newId(), promised: false, cancelled: false, aside: false };
    this.#written.push(entry);
    const { now } = this.#parts.world;
    await this.withDb((db) => enqueueMessage(db, { id: entry.id, message, file }, now));
    entry.promised = true;
  }

  async #applyFrame(frame: Frame): Promise<void> {
    const room = this.#room;
    if (frame.type === 'joined') {
      const { readSeq, supportReadSeq, lastSeq } = frame;
      await this.withDb((db) => storeReadSeqs(db, room, { readSeq, supportReadSeq }));
      const { known } = await this.withDb((db) => roomOf(db, room));
      if (known?.top !== lastSeq) await this.catchUp();
    } else if (frame.type === 'messaging') {
      if (!(await this.withDb((db) => putMessages(db, room, [frame.message])))) await this.catchUp();
    }
  }

  async #fetchChat(chat: string) {
    const response = await call('GET', '/api/sync', { auth: this.#caller.token, query: { chat } });
    if (!response.chat) throw new Error('the sync response has no chat');
    return response.chat;
  }

  #tools() {
    return {
      room: this.#room,
      withDb: <T>(work: Parameters<typeof this.withDb<T>>[0]) => this.withDb(work),
    };
  }
}
