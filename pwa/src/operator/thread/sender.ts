/**
 * Sends replies, in order within each conversation. A message keeps its clientId over all attempts, so a
 * retry after a lost response has no second effect. A refused message is skipped and waits for the operator;
 * the others are sent.
 */
import { serverNow } from '@/data/api/clock';
import { isResponseLost, isApiError } from '@/data/api/errors';
import type { Receipt, UploadedMedia } from '@/data/api/conversation';
import { backoff } from '@/data/kit/retry';
import type { SupportMessage } from '../types';
import { acknowledge, addOutgoing, changeOutgoing, dropOutgoing, type Outgoing, type Thread } from './thread';

export interface SenderTools {
  threadOf: (conversation: string) => Thread;
  change: (conversation: string, by: (thread: Thread) => Thread) => void;
  reply: (conversation: string, clientId: string, message: SupportMessage) => Promise<Receipt>;
  upload: (
    conversation: string,
    file: File,
    options: { clientId: string; signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<UploadedMedia>;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
  random: () => number;
}

const RETRIES = { firstMs: 1_000, longestMs: 30_000 };

export class Sender {
  readonly #tools: SenderTools;
  readonly #files = new Map<string, File>();
  readonly #stops = new Map<string, AbortController>();
  readonly #running = new Set<string>();
  #hasten: () => void = () => {};
  #hastened = this.#createHastened();

  constructor(tools: SenderTools) {
    this.#tools = tools;
  }

  send(conversation: string, message: SupportMessage, file?: File): void {
    const clientId = this.#tools.newId();
    if (file) this.#files.set(clientId, file);
    const createdAt = new Date(serverNow()).toISOString();
    const item: Outgoing = { clientId, message, stage: 'queued', createdAt };
    this.#tools.change(conversation, (thread) => addOutgoing(thread, item));
    void this.run(conversation);
  }

  resend(conversation: string, clientId: string): void {
    this.#change(conversation, clientId, { stage: 'queued', error: undefined });
    void this.run(conversation);
  }

  /** Removes a message and aborts its request. If the server has it anyway, the history shows it. */
  remove(conversation: string, clientId: string): void {
    this.#stops.get(clientId)?.abort();
    this.#files.delete(clientId);
    this.#tools.change(conversation, (thread) => dropOutgoing(thread, clientId));
  }

  /** Returns the file of a message that is not sent yet. */
  fileOf(clientId: string): File | undefined {
    return this.#files.get(clientId);
  }

  /** Ends all pauses between attempts. Called when the connection is back. */
  hasten(): void {
    this.#hasten();
    this.#hastened = this.#createHastened();
  }

  /** Sends the conversation's messages until none is left. At most one run per conversation is active. */
  async run(conversation: string): Promise<void> {
    if (this.#running.has(conversation)) return;
    this.#running.add(conversation);
    try {
      for (let failures = 0; ;) {
        const item = this.#tools.threadOf(conversation).outgoing.find(({ stage }) => stage !== 'failed');
        if (!item) return;
        const wait = await this.#attempt(conversation, item, failures);
        if (wait === 'login') return;
        failures = wait === 0 ? 0 : failures + 1;
        if (wait > 0) await Promise.race([this.#tools.pause(wait), this.#hastened]);
      }
    } finally {
      this.#running.delete(conversation);
    }
  }

  /**
   * Returns the milliseconds to wait before the next attempt; 0 if this message is done, 'login' if the
   * session has ended.
   */
  async #attempt(conversation: string, item: Outgoing, failures: number): Promise<number | 'login'> {
    const { clientId } = item;
    const stop = new AbortController();
    this.#stops.set(clientId, stop);
    try {
      const message = await this.#withFile(conversation, item, stop.signal);
      this.#change(conversation, clientId, { stage: 'sending', message, isLate: failures > 0 });
      const receipt = await this.#tools.reply(conversation, clientId, wireForm(message));
      this.#files.delete(clientId);
      this.#tools.change(conversation, (thread) => acknowledge(thread, clientId, receipt));
      return 0;
    } catch (error) {
      if (stop.signal.aborted) return 0;
      const status = isApiError(error) ? error.status : 0;
      if (status === 401) {
        this.#change(conversation, clientId, { stage: 'queued' });
        return 'login';
      }
      if (isWorthRepeating(error)) {
        this.#change(conversation, clientId, { stage: 'queued', isLate: true });
        return delayAfter(error, failures + 1, this.#tools.random);
      }
      this.#change(conversation, clientId, {
        stage: 'failed',
        error: isApiError(error) ? error.code : 'INTERNAL_SERVER_ERROR',
      });
      return 0;
    } finally {
      this.#stops.delete(clientId);
    }
  }

  /** Uploads the message's file first, once: later attempts reuse its path. */
  async #withFile(
    conversation: string,
    { clientId, message }: Outgoing,
    signal: AbortSignal,
  ): Promise<SupportMessage> {
    const file = this.#files.get(clientId);
    if (message.message_type !== 'media' || message.payload.filePath || !file) return message;
    this.#change(conversation, clientId, { stage: 'uploading', progress: 0 });
    const onProgress = (share: number) =>
      this.#change(conversation, clientId, { progress: Math.round(share * 100) });
    const { path, ...facts } = await this.#tools.upload(conversation, file, { clientId, signal, onProgress });
    const sent = { ...message, payload: { ...message.payload, ...facts, filePath: path } };
    this.#change(conversation, clientId, { message: sent });
    return sent;
  }

  #change(conversation: string, clientId: string, change: Partial<Outgoing>): void {
    this.#tools.change(conversation, (thread) => changeOutgoing(thread, clientId, change));
  }

  #createHastened(): Promise<void> {
    return new Promise((resolve) => (this.#hasten = resolve));
  }
}

/** Returns whether another attempt may help: the outcome is unknown, or the server requested a retry. */
function isWorthRepeating(error: unknown): boolean {
  if (isResponseLost(error)) return true;
  return isApiError(error) && (error.status >= 500 || [408, 425, 429].includes(error.status));
}

/** Returns the milliseconds until the next attempt: the server's, or a longer backoff. */
function delayAfter(error: unknown, failures: number, random: () => number): number {
  const requestedMs = isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(requestedMs, backoff(RETRIES, failures, random));
}

/**
 * Returns the message for the request. It contains only the file's path, since the server knows the file's
 * properties.
 */
function wireForm(message: SupportMessage): SupportMessage {
  if (message.message_type !== 'media') return message;
  const { message: text, fileType, filePath, name } = message.payload;
  return { ...message, payload: { message: text, url: false, fileType, filePath, name } };
}
