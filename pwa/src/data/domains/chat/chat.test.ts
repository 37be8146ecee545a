import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatPage, readOutbox, readConversation } from '../../../../test/chat-page';
import { eventually } from '../../../../test/eventually';
import { FakeSocket } from '../../../../test/fake-socket';
import { logout, unsentCount } from '../../app/logout';
import { clearSessionData, getSession } from '../../session/session';
import { withMemberDb } from '../../storage/storage';
import { removeUnsent, resend, sendMedia, sendPostback, sendText } from './compose';

let page: ChatPage;

beforeEach(() => {
  page = new ChatPage();
});

afterEach(() => page.stop());

const seqs = async () => (await readConversation()).map((row) => row.seq);
const png = (name = 'a.png', size = 3) => new File([new Uint8Array(size)], name);

describe('a message', () => {
  it('a message is stored first, then sent, and its numbered row replaces the queued one', async () => {
    await page.logIn();

    expect(await sendText('  hello ')).toBe(true);

    await eventually(async () => expect(await readOutbox()).toEqual([]));
    expect(page.model.texts('M1')).toEqual(['hello']);
    expect(await readConversation()).toMatchObject([
      { seq: 1, room: 'M1', sender: 'customer', message: { payload: 'hello' } },
    ]);
  });

  // spec 5.16a, 5.16b, 9.24
  it('a blank message, or one of more than 2000 characters, is rejected', async () => {
    await page.logIn();

    expect(await sendText(' \n ')).toBe(false);
    expect(await sendText('🙂'.repeat(2001))).toBe(false);
    expect(await sendText('🙂'.repeat(2000))).toBe(true);
  });

  it('a message is not doubled by its socket frame, whichever arrives first', async () => {
    await page.logIn();
    await page.connect();

    await sendText('frame before the response');
    await eventually(async () => expect(await readOutbox()).toEqual([]));
    page.expect('chat/send-message', ['response-lost']);
    await sendText('frame without a response');
    await eventually(async () => expect(await readOutbox()).toEqual([]));
    page.dropFrames();
    await sendText('response before the frame');
    await eventually(async () => expect(await readOutbox()).toEqual([]));
    const last = page.model.talk('M1').messages.at(-1);
    if (last) FakeSocket.last.receive({ type: 'messaging', message: last });

    await eventually(async () => expect(await seqs()).toEqual([1, 2, 3]));
    expect(page.model.texts('M1')).toHaveLength(3);
  });

  it('messages written without a network wait, and are sent in order when it returns', async () => {
    await page.logIn();
    page.isOffline = true;
    for (const text of ['one', 'two', 'three']) await sendText(text);
    await sendPostback({ title: 'Yes', payload: 'YES' });
    await eventually(async () => expect((await readOutbox())[0]).toMatchObject({ state: 'waiting' }));

    page.isOffline = false;
    dispatchEvent(new Event('online'));

    await eventually(async () => expect(await readOutbox()).toEqual([]));
    expect(page.model.texts('M1')).toEqual(['one', 'two', 'three', { title: 'Yes', payload: 'YES' }]);
  });

  it('a message that was sent too fast waits as long as the server asks', async () => {
    await page.logIn();
    page.expect('chat/send-message', ['limit-429']);

    await sendText('fast');

    await eventually(async () => expect((await readOutbox())[0]).toMatchObject({ state: 'waiting' }));
    const [item] = await readOutbox();
    expect(item?.nextAt).toBeGreaterThanOrEqual((item?.waitedFrom ?? 0) + 1_000);
    await eventually(() => expect(page.model.texts('M1')).toEqual(['fast']));
  });

  it('a refused message does not hold back its lane, and stays until it is sent or removed', async () => {
    await page.logIn();
    await withMemberDb('M1', (db) => db.outbox.add({ ...unreadable, id: 'r' } as never));
    await sendText('goes on');

    await eventually(() => expect(page.model.texts('M1')).toContain('goes on'));
    const refused = [{ id: 'r', state: 'needs_user', lastError: { status: 400 } }];
    expect(await readOutbox()).toMatchObject(refused);
    await resend('r');
    await eventually(async () => expect(await readOutbox()).toMatchObject(refused));
    await removeUnsent('r');
    expect(await readOutbox()).toEqual([]);
  });

  it('unsentCount includes unsent messages and pictures, and a logout with discard deletes them', async () => {
    await page.logIn();
    page.isOffline = true;
    await sendText('unsent');
    await sendMedia(png());

    expect(await unsentCount()).toBe(2);
    expect(await logout('send')).toEqual({ done: false, unsent: 2 });
    expect(await logout('discard')).toEqual({ done: true, unsent: 0 });
  });

  it('an unsent message survives a public page, which deletes only the token', async () => {
    await page.logIn();
    page.isOffline = true;
    await sendText('unsent');

    clearSessionData();

    expect(getSession()).toBeNull();
    expect(await readOutbox()).toMatchObject([{ kind: 'chat', message: { payload: 'unsent' } }]);
    page.isOffline = false;
    await page.logIn();
    await eventually(() => expect(page.model.texts('M1')).toEqual(['unsent']));
  });
});

/** A message that no server accepts: its file is missing. */
const unreadable = {
  lane: 'chat',
  kind: 'chat',
  state: 'queued',
  createdAt: Date.now(),
  capturedAt: Date.now(),
  tries: 0,
  size: 0,
  mime: '',
  sha256: '',
  message: {
    message_type: 'media',
    payload: { message: '', url: false, fileType: 'image', filePath: '', name: 'a.png' },
  },
  uploaded: { path: 'chat/nowhere', fileType: 'image' },
};

describe('a picture', () => {
  // spec 5.20
  it.each(['a.mov', 'a.mp4', 'a.png', 'a.jpeg', 'a.jpg', 'a.gif'])(
    'a picture or video named %s is accepted',
    async (name) => {
      await page.logIn();

      expect(await sendMedia(png(name))).toBe('ok');
    },
  );

  // spec 5.18, 5.20, 5.21a, 5.21b, 9.25a, 9.25b
  it.each([
    ['without an extension', png('photo'), 'unsupported'],
    ['of another kind', png('photo.webp'), 'unsupported'],
    ['in the HEIC format of some phones', png('photo.heic'), 'unsupported'],
    ['that is a video of another kind', png('film.webm'), 'unsupported'],
    ['that is a document', png('slip.pdf'), 'unsupported'],
    ['that is empty', png('photo.png', 0), 'unsupported'],
    ['over 10 MB', png('photo.JPG', 10 * 2 ** 20 + 1), { tooLargeMb: 10 }],
    ['that is a video over 20 MB', png('film.MOV', 20 * 2 ** 20 + 1), { tooLargeMb: 20 }],
  ])('a file %s is refused with the reason', async (_, file, result) => {
    await page.logIn();

    expect(await sendMedia(file)).toEqual(result);
    expect(await readOutbox()).toEqual([]);
  });

  // spec 9.25a, 9.25b
  it.each([
    ['photo.jpg', 10],
    ['film.mov', 20],
  ])('a picture or video is accepted up to its limit: %s of %d MB', async (name, mb) => {
    await page.logIn();
    // Only its size is faked: that many real bytes would be read and hashed.
    const file = Object.defineProperty(png(name), 'size', { value: mb * 2 ** 20 });

    expect(await sendMedia(file)).toBe('ok');
  });

  it('a file whose message got no response is not uploaded again', async () => {
    await page.logIn();
    page.expect('chat/send-message', ['lost', 'error-500']);

    expect(await sendMedia(png())).toBe('ok');
    await eventually(async () =>
      expect((await readOutbox())[0]).toMatchObject({ state: 'waiting', uploaded: { path: 'chat/1' } }),
    );
    const [item] = await readOutbox();
    await resend(item?.id ?? '');
    await eventually(async () =>
      expect((await readOutbox())[0]).toMatchObject({ lastError: { status: 500 } }),
    );
    await resend(item?.id ?? '');

    await eventually(async () => expect(await readOutbox()).toEqual([]));
    expect(page.model.uploads).toEqual([item?.id]);
    expect(await readConversation()).toMatchObject([
      { clientId: item?.id, message: { payload: { filePath: 'chat/1', size: 3 } } },
    ]);
    expect(await withMemberDb('M1', (db) => db.blobs.count())).toBe(0);
  });

  it('a file is stored once at the server even if the response to its upload was lost', async () => {
    await page.logIn();
    page.expect('chat/upload-image', ['response-lost']);

    await sendMedia(png());
    // The server has stored the file, and the item waits for its next try.
    await eventually(() => expect(page.model.talk('M1').files.size).toBe(1));
    dispatchEvent(new Event('online'));

    await eventually(async () => expect(await readOutbox()).toEqual([]));
    expect(page.model.talk('M1').files.size).toBe(1);
    expect(page.model.texts('M1')).toHaveLength(1);
  });
});
