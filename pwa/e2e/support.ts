/** Support's side of the chat, by API and socket: to send replies, and to compare both sides' messages. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { callApi, waitForResult, type Member } from './api';
import { createOperator, createSession } from './console';
import { serverUrls } from './server';
import type { Picture } from './sandbox';

export interface SentMessage {
  seq: number;
  sender: 'customer' | 'support' | 'system';
  clientId: string;
  message: { message_type: string; payload: unknown };
}

interface Summary {
  id: string;
  memberId?: string;
  preview: string;
  customerReadSeq: number;
  lastSeq: number;
}

/** The size of the inbox's pages. */
const PAGE_SIZE = 50;

/** A frame of the operators' socket. */
export interface ReceivedMessage {
  type: string;
  conversation?: string | Summary;
  by?: string;
  on?: boolean;
  seq?: number;
}

export class Support {
  private constructor(private readonly token: string) {}

  /** The sessions by server, for each server that this process uses. */
  private static readonly signedIn = new Map<string, Promise<Support>>();

  static openSession(): Promise<Support> {
    const known = Support.signedIn.get(serverUrls.app);
    if (known) return known;
    const session = createOperator('support').then(createSession);
    const support = session.then(({ token }) => new Support(token));
    Support.signedIn.set(serverUrls.app, support);
    return support;
  }

  /** Returns the conversation whose last message has this text, because a guest has no name here. */
  conversationWithPreview(text: string): Promise<SupportConversation> {
    return this.waitForConversation(({ preview }) => preview === text);
  }

  conversationOf({ id }: Member): Promise<SupportConversation> {
    return this.waitForConversation(({ memberId }) => memberId === id);
  }

  /**
   * Opens the operators' socket and collects all later frames. The socket is opened by a page, since Node has
   * no WebSocket of its own.
   */
  async listen(browser: Browser): Promise<OperatorSocket> {
    const page = await browser.newPage();
    await page.goto(`${serverUrls.app}/favicon.svg`);
    const received: ReceivedMessage[] = [];
    await page.exposeFunction(
      'reportFrame',
      (frame: string) => void received.push(JSON.parse(frame) as ReceivedMessage),
    );
    await page.evaluate(async (operatorToken) => {
      const { reportFrame } = globalThis as unknown as { reportFrame: (frame: string) => void };
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/chat/socket`);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.addEventListener('message', ({ data }) => reportFrame(String(data)));
      const joined = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
      socket.send(JSON.stringify({ type: 'join', operatorToken }));
      await joined;
      Object.assign(globalThis, { socket });
    }, this.token);
    return new OperatorSocket(page, received);
  }

  private async waitForConversation(isWanted: (summary: Summary) => boolean): Promise<SupportConversation> {
    const { id } = await waitForResult('support sees no such conversation', async () =>
      (await this.fetchInbox()).find(isWanted),
    );
    return new SupportConversation(this.token, id);
  }

  /** Returns the whole inbox, because conversations of other journeys may fill several pages. */
  private async fetchInbox(): Promise<Summary[]> {
    const all: Summary[] = [];
    for (;;) {
      const path = `/api/operator/chat/conversations?skip=${all.length}`;
      const { conversations } = await callApi<{ conversations: Summary[] }>(
        'GET',
        path,
        undefined,
        this.token,
      );
      all.push(...conversations);
      if (conversations.length < PAGE_SIZE) return all;
    }
  }
}

/** One conversation, from support's side. */
export class SupportConversation {
  private readonly path: string;

  constructor(
    private readonly token: string,
    readonly id: string,
  ) {
    this.path = `/api/operator/chat/conversations/${id}`;
  }

  async sendText(text: string): Promise<void> {
    await this.sendMessage('text', text);
  }

  async sendMessage(message_type: string, payload: unknown): Promise<void> {
    const message = { message_type, payload };
    await callApi('POST', `${this.path}/messages`, { clientId: randomUUID(), message }, this.token);
  }

  /** Uploads a picture for a `media` message or a card; returns its path. */
  async upload({ name, mimeType, buffer }: Picture): Promise<string> {
    const form = new FormData();
    form.append('clientId', randomUUID());
    form.append('conversationId', this.id);
    form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    const headers = { Authorization: `Bearer ${this.token}` };
    const response = await fetch(`${serverUrls.app}/api/operator/chat/media`, {
      method: 'POST',
      headers,
      body: form,
    });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { path: string }).path;
  }

  async sendPicture(picture: Picture): Promise<void> {
    const { name } = picture;
    await this.sendMessage('media', {
      message: '',
      url: false,
      fileType: 'image',
      filePath: await this.upload(picture),
      name,
    });
  }

  /** Marks everything so far as read. */
  async markAsRead(): Promise<void> {
    const { lastSeq } = await this.fetchSummary();
    await callApi('PUT', `${this.path}/read`, { seq: lastSeq }, this.token);
  }

  fetchSummary(): Promise<Summary> {
    return callApi<Summary>('GET', this.path, undefined, this.token);
  }

  /** Returns the whole conversation, oldest message first. */
  async fetchHistory(): Promise<SentMessage[]> {
    const all: SentMessage[] = [];
    for (;;) {
      const before = all[0] ? `&beforeSeq=${all[0].seq}` : '';
      const page = await callApi<SentMessage[]>(
        'GET',
        `${this.path}/messages?limit=100${before}`,
        undefined,
        this.token,
      );
      if (page.length === 0) return all;
      all.unshift(...page.reverse());
    }
  }

  /** Returns the texts of one side or of both. */
  async fetchTexts(by?: SentMessage['sender']): Promise<string[]> {
    return (await this.fetchHistory())
      .filter(({ sender }) => !by || sender === by)
      .map(({ message }) => String(message.payload));
  }
}

/** The operators' socket. */
export class OperatorSocket {
  constructor(
    private readonly page: Page,
    readonly received: ReceivedMessage[],
  ) {}

  async sendTyping({ id }: SupportConversation, on: boolean): Promise<void> {
    await this.page.evaluate(
      (frame) => (globalThis as unknown as { socket: WebSocket }).socket.send(frame),
      JSON.stringify({ type: 'typing', conversation: id, on }),
    );
  }

  hasReceived(frame: ReceivedMessage): boolean {
    const wanted = Object.entries(frame);
    return this.received.some((each) =>
      wanted.every(([key, value]) => each[key as keyof ReceivedMessage] === value),
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
