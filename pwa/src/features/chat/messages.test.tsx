import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerDate, serverNow } from '@/data/api/clock';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { chatMock, createOurMessage, picture, supportMessage, text } from '../../../test/chat-mocks';
import { resetChat, findMessageRow, renderChat } from '../../../test/chat-screen';

vi.mock('@/data/domains/chat', async () => (await import('../../../test/chat-mocks')).chatMock);
vi.mock('@/data/domains/push/push', async () => (await import('../../../test/chat-mocks')).pushServer);
vi.mock(
  '@/data/engine/resources/use-resource',
  async () => (await import('../../../test/chat-mocks')).lookupServer,
);

beforeAll(() => startI18n('en'));
beforeEach(resetChat);
afterEach(cleanup);

describe('a message', () => {
  it('https addresses are links that open a new tab without a referrer', () => {
    renderChat(supportMessage(1, text('See https://a.example/help or http://b.example')));

    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).toBe('https://a.example/help');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  // spec 2.92b, 3.35, D1.32
  it('buttons open an address, call a number or send a reply', () => {
    const buttons = [
      { type: 'web', title: 'Help', payload: 'https://a.example/' },
      { type: 'call', title: 'Call', payload: '021234567' },
      { type: 'postback', title: 'A person', payload: 'HUMAN' },
      { type: 'other', title: 'Only words', payload: 'NOTHING' },
      { type: 'web', title: 'Bad', payload: 'javascript:alert(1)' },
    ] as const;
    renderChat(
      supportMessage(1, { message_type: 'buttons', payload: { text: 'Choose', buttons: [...buttons] } }),
    );

    expect(screen.getByRole('link', { name: /^Help/ }).getAttribute('href')).toBe('https://a.example/');
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:021234567');
    expect(screen.queryByRole('link', { name: /Bad/ })).toBeNull();
    fireEvent.click(screen.getByText('Only words'));
    expect(screen.queryByRole('button', { name: 'Only words' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'A person' }));
    expect(chatMock.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'A person', payload: 'HUMAN' });
  });

  // spec D1.32
  it('a web button shows its host, with look-alike letters in Punycode', () => {
    const buttons = [
      { type: 'web', title: 'krapao.example', payload: 'https://evil.example:8443/krapao.example' },
      { type: 'web', title: 'Apple', payload: 'https://\u0430pple.com/' },
      { type: 'web', title: 'User', payload: 'https://krapao.example@evil.example/' },
    ] as const;
    renderChat(
      supportMessage(1, { message_type: 'buttons', payload: { text: 'Choose', buttons: [...buttons] } }),
    );

    const links = screen.getAllByRole('link').map((link) => link.textContent);
    expect(links).toEqual([
      'krapao.exampleGoes to evil.example:8443 (opens a new tab)',
      'AppleGoes to xn--pple-43d.com (opens a new tab)',
    ]);
  });

  // spec 2.92d
  it('quick replies are offered until the member sends a message', () => {
    const question = supportMessage(1, {
      message_type: 'quick_replies',
      payload: { text: 'Which?', quick_replies: [{ type: 'postback', title: 'Deposit', payload: 'D' }] },
    });
    const { next } = renderChat(question);

    fireEvent.click(screen.getByRole('button', { name: 'Deposit' }));
    expect(chatMock.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'Deposit', payload: 'D' });

    next(
      question,
      createOurMessage(2, { message_type: 'postback', payload: { title: 'Deposit', payload: 'D' } }),
    );
    expect(screen.queryByRole('list', { name: 'Quick replies' })).toBeNull();
    expect(findMessageRow('Deposit')).toBeTruthy();
  });

  // spec 2.92e
  it('each card shows its picture, texts and buttons', async () => {
    const buildCard = (title: string) => ({
      title,
      subtitle: `${title} more`,
      image_src: `/media/${title}`,
      buttons: [{ type: 'postback', title: `Take ${title}`, payload: title } as const],
    });
    renderChat(
      supportMessage(1, {
        message_type: 'generic',
        payload: { elements: [buildCard('One'), buildCard('Two')] },
      }),
    );

    const cards = within(screen.getByRole('list', { name: 'Cards from support' })).getAllByRole('listitem');
    expect(
      cards.filter((each) => each.getAttribute('aria-label')).map((each) => each.getAttribute('aria-label')),
    ).toEqual([keepTogether('Card 1 of 2'), keepTogether('Card 2 of 2')]);
    for (const words of ['One', 'One more', 'Two', 'Two more']) expect(screen.getByText(words)).toBeTruthy();
    const listPictures = () => [...document.querySelectorAll('li img')].map((img) => img.getAttribute('src'));
    await waitFor(() => expect(listPictures()).toEqual(['/media/One', '/media/Two']));
    fireEvent.click(screen.getByRole('button', { name: 'Take Two' }));
    expect(chatMock.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'Take Two', payload: 'Two' });
  });

  // spec 2.92c
  it('a picture opens large, and back returns to the chat', async () => {
    renderChat(supportMessage(1, { message_type: 'media', payload: picture }));
    const open = screen.getByRole('button', { name: 'Open Picture from support' });
    await waitFor(() => expect(open.querySelector('img')?.getAttribute('src')).toBe('/media/chat/p1/thumb'));

    fireEvent.click(open);

    const large = await screen.findByRole('img', { name: 'Picture from support' });
    expect(large.getAttribute('src')).toBe('/media/chat/p1');
    fireEvent.click(screen.getByRole('button', { name: 'Close the picture' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Picture from support' })).toBeNull());
  });

  it('a picture that cannot be shown is replaced by a text, and a tap retries', async () => {
    renderChat(supportMessage(1, { message_type: 'media', payload: picture }));
    const button = screen.getByRole('button', { name: 'Open Picture from support' });
    await waitFor(() => expect(button.querySelector('img')).not.toBeNull());

    fireEvent.error(button.querySelector('img')!);
    fireEvent.click(screen.getByText("We couldn't show this. Tap to try again"));

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Open Picture from support' })).toBeTruthy(),
    );
    expect(chatMock.mediaAddress).toHaveBeenLastCalledWith('chat/p1', undefined);
  });

  // spec 3.36
  it('a file can be downloaded by its name', async () => {
    renderChat(
      supportMessage(1, {
        message_type: 'media',
        payload: { ...picture, fileType: 'file', name: 'terms.pdf', size: 1_200_000 },
      }),
    );

    const link = await screen.findByRole('link', { name: /^terms\.pdf.*Download$/ });
    expect(link.getAttribute('download')).toBe('terms.pdf');
    expect(link.textContent).toContain('1.2 MB');
  });
});

describe('the state below a message', () => {
  // spec 3.37
  it.each([
    ['sent', 'Sent'],
    ['read', 'Read'],
    ['sending', 'Sending'],
  ] as const)('the state below a message is shown: %s', (delivery, word) => {
    renderChat(createOurMessage(1, text('Hi'), { delivery }));

    expect(findMessageRow('Hi').textContent).toContain(word);
  });

  // spec 2.93a, 2.93b, 3.37, 4.30c
  it.each([
    ['text message', text('Hi')],
    ['picture', { message_type: 'media' as const, payload: { ...picture, filePath: '' } }],
  ])('a failed %s says that it was not sent, and offers to send it again or to delete it', (_, message) => {
    renderChat(createOurMessage(1, message, { delivery: 'failed', error: 'REQUEST_LIMIT', seq: undefined }));

    expect(screen.getByText('Not sent')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(chatMock.resend).toHaveBeenCalledExactlyOnceWith('k1');
    expect(chatMock.removeUnsent).toHaveBeenCalledExactlyOnceWith('k1');
  });

  it('a waiting message is shown as unsent, and never as being sent', () => {
    renderChat(createOurMessage(1, text('Hi'), { delivery: 'not_sent', seq: undefined }));

    expect(findMessageRow('Hi').textContent).toContain('Not sent yet');
  });

  it('a message that was written a moment ago is not shown as failed', () => {
    renderChat(
      createOurMessage(1, text('Hi'), {
        delivery: 'not_sent',
        seq: undefined,
        createdAt: new Date().toISOString(),
      }),
    );

    expect(findMessageRow('Hi').textContent).toContain('Sending');
  });

  it('the age of a message is measured by the server’s clock', () => {
    noteServerDate(new Date(Date.now() - 365 * 86_400_000).toUTCString());
    const createdAt = new Date(serverNow()).toISOString();

    renderChat(createOurMessage(1, text('Hi'), { delivery: 'not_sent', seq: undefined, createdAt }));

    expect(findMessageRow('Hi').textContent).toContain('Sending');
    noteServerDate(new Date().toUTCString());
  });

  // spec 3.37, 4.30a
  it('an upload shows its percent, and can be stopped', () => {
    renderChat(
      createOurMessage(
        1,
        { message_type: 'media', payload: { ...picture, filePath: '' } },
        { delivery: 'uploading', progress: 62, seq: undefined },
      ),
    );

    expect(screen.getByText('Sending picture 62%')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
    expect(chatMock.removeUnsent).toHaveBeenCalledExactlyOnceWith('k1');
  });
});
