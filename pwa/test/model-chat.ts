/**
 * A model of the server's guarantees for the chat: each clientId gets one number, and the numbers have no
 * gaps.
 */
import type { AnyMessage, ChatMessage } from '@/data/api/conversation';
import type { Frame } from '@/data/domains/chat/live';
import { refusal } from './network';

interface Talk {
  messages: ChatMessage[];
  /** Paths of files, by clientId. */
  files: Map<string, string>;
  readSeq: number;
  supportReadSeq: number;
  joinedTo?: string;
}

type Listener = (frame: Frame) => void;

interface Body {
  clientId?: string;
  guestId?: string;
  message?: AnyMessage;
  limit?: number;
  chat?: string;
  beforeSeq?: number;
  seq?: number;
}

/** A sync response without changes. */
const QUIET = {
  cursor: '1.0',
  more: false,
  reset: false,
  lookups: {},
  wallet: { amount: 0, asOf: '2026-01-01T00:00:00Z', currency: 'BAHT' },
  statements: [],
  slips: [],
};

/** Returns the body of a request; for an upload, its fields. */
async function bodyOf(request: Request, form: FormData): Promise<Body> {
  if (request.method === 'GET') return {};
  if (form.has('file')) return Object.fromEntries(form) as Body;
  return (await request.json()) as Body;
}

export class ModelChat {
  readonly tokens = new Map<string, string>();
  /** The clientId of every upload received, including repeats. */
  readonly uploads: string[] = [];
  readonly #talks = new Map<string, Talk>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #idCount = 0;

  /** Returns the conversation of a member's or guest's id. */
  talk(party: string): Talk {
    let talk = this.#talks.get(party);
    if (!talk) {
      talk = { messages: [], files: new Map(), readSeq: 0, supportReadSeq: 0 };
      this.#talks.set(party, talk);
    }
    return talk;
  }

  texts(party: string): unknown[] {
    return this.talk(party).messages.map(({ message }) => message.payload);
  }

  /** Support sends a message. */
  reply(party: string, text: string): ChatMessage {
    const message: AnyMessage = { message_type: 'text', payload: text };
    return this.#append(party, { clientId: crypto.randomUUID(), sender: 'support', message });
  }

  readBySupport(party: string): void {
    const talk = this.talk(party);
    talk.supportReadSeq = talk.messages.length;
    this.#sendFrame(party, { type: 'read', by: 'support', seq: talk.supportReadSeq });
  }

  /** Restores a backup. The messages after the first `length` are gone. */
  restore(party: string, length: number): void {
    this.talk(party).messages.length = length;
  }

  /** Connects a listener, which receives all later frames. Returns a function that disconnects it. */
  join(party: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(party) ?? new Set();
    this.#listeners.set(party, listeners);
    listeners.add(listener);
    const { messages, readSeq, supportReadSeq } = this.talk(party);
    const lastSeq = messages.length;
    const { cursor } = QUIET;
    listener({ type: 'joined', room: `support-${party}`, lastSeq, readSeq, supportReadSeq, cursor });
    return () => listeners.delete(listener);
  }

  async handle(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(new URL(url, 'http://wallet.test'), init);
    const { pathname, searchParams } = new URL(request.url);
    const isUpload = pathname.includes('/upload-');
    const form = isUpload ? await request.formData() : new FormData();
    const body = await bodyOf(request, form);
    const token = request.headers.get('Authorization')?.replace('Bearer ', '');
    const party = token ? this.tokens.get(token) : body.guestId;
    if (request.headers.get('X-Requested-With') !== 'wallet-user') return refusal(403, 'KEY_MISSING');
    if (!party) return refusal(token ? 401 : 400, token ? 'invalid-token' : 'INVALID_USER_INFO');
    if (pathname === '/api/chat/join-guest') return this.#join(party, body.guestId ?? '');
    if (this.talk(party).joinedTo) return refusal(403, 'INVALID_USER_2');
    switch (`${request.method} ${pathname}`) {
      case 'POST /api/chat/send-message':
        return this.#acceptMessage(party, body);
      case 'GET /api/sync':
        return Response.json({ ...QUIET, chat: this.#syncChat(party, searchParams.get('chat')) });
      case 'POST /api/sync':
        return Response.json({ ...QUIET, chat: this.#syncChat(party, body.chat ?? null) });
      case 'POST /api/chat/history':
        return Response.json(this.#readHistory(party, body));
      case 'PUT /api/chat/read-customer':
        return this.#markRead(party, body.seq ?? Infinity);
      case 'POST /api/chat/upload-image':
      case 'POST /api/chat/upload-video':
        return this.#storeUpload(party, form);
      default:
        return refusal(404, 'NO_DATA');
    }
  }

  #acceptMessage(party: string, { clientId = '', message }: Body): Response {
    if (!message) return refusal(400, 'INVALID_USER_INFO');
    const { messages, files } = this.talk(party);
    const path = message.message_type === 'media' ? message.payload.filePath : null;
    if (path !== null && ![...files.values()].includes(path)) return refusal(400, 'INVALID_USER_INFO');
    const known = messages.find((each) => each.sender === 'customer' && each.clientId === clientId);
    if (known && JSON.stringify(known.message) !== JSON.stringify(message))
      return refusal(422, 'KEY_INVALID');
    const { _id, seq, createdAt } = known ?? this.#append(party, { clientId, sender: 'customer', message });
    return Response.json({ _id, seq, timestamp: createdAt });
  }

  #syncChat(party: string, chatQuery: string | null) {
    if (chatQuery === null) return undefined;
    const { messages, readSeq, supportReadSeq } = this.talk(party);
    const after = Number(chatQuery);
    const page = chatQuery === 'new' ? messages.slice(-10) : messages.slice(after, after + 50);
    const more = (page.at(-1)?.seq ?? Infinity) < messages.length;
    return { messages: page.reverse(), lastSeq: messages.length, readSeq, supportReadSeq, more };
  }

  #readHistory(party: string, { limit = 10, beforeSeq = Infinity }: Body): ChatMessage[] {
    const { messages } = this.talk(party);
    return messages
      .filter((each) => each.seq < beforeSeq)
      .slice(-limit)
      .reverse();
  }

  #markRead(party: string, seq: number): Response {
    const talk = this.talk(party);
    talk.readSeq = Math.max(talk.readSeq, Math.min(seq, talk.messages.length));
    return Response.json({ seq: talk.readSeq });
  }

  async #storeUpload(party: string, form: FormData): Promise<Response> {
    const clientId = String(form.get('clientId'));
    const file = form.get('file');
    if (!(file instanceof File) || [...form.keys()].at(-1) !== 'file') return refusal(400, 'SLIP_NO_FILE');
    this.uploads.push(clientId);
    const { files } = this.talk(party);
    const path = files.get(clientId) ?? `chat/${++this.#idCount}`;
    files.set(clientId, path);
    return Response.json({
      path,
      fileType: 'image',
      mime: file.type,
      size: file.size,
      src: `/media/${path}?e=9&s=x`,
    });
  }

  #join(member: string, guestId: string): Response {
    const guest = this.talk(guestId);
    const talk = this.talk(member);
    if (guest.joinedTo && guest.joinedTo !== member) return refusal(403, 'INVALID_USER_2');
    if (!guest.joinedTo) {
      guest.joinedTo = member;
      for (const [clientId, path] of guest.files) talk.files.set(clientId, path);
      for (const message of guest.messages) talk.messages.push({ ...message, seq: talk.messages.length + 1 });
      this.#sendFrame(guestId, { type: 'left', message: 'INVALID_USER_2' });
    }
    return Response.json({ lastSeq: talk.messages.length });
  }

  #append(party: string, written: Pick<ChatMessage, 'clientId' | 'sender' | 'message'>): ChatMessage {
    const { messages } = this.talk(party);
    const seq = messages.length + 1;
    const createdAt = new Date(++this.#idCount * 1000).toISOString();
    const message = { _id: `m${this.#idCount}`, seq, createdAt, ...written };
    messages.push(message);
    this.#sendFrame(party, { type: 'messaging', message });
    return message;
  }

  #sendFrame(party: string, frame: Frame): void {
    for (const listener of this.#listeners.get(party) ?? []) listener(structuredClone(frame));
  }
}
