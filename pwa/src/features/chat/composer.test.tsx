import { keepTogether } from '@/i18n/keep-together';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { chatMock, supportMessage, text } from '../../../test/chat-mocks';
import { findMessageField, resetChat, renderChat, typeMessage } from '../../../test/chat-screen';
import { ToastViewport } from '@/ui/toast';

vi.mock('@/data/domains/chat', async () => (await import('../../../test/chat-mocks')).chatMock);
vi.mock('@/data/domains/push/push', async () => (await import('../../../test/chat-mocks')).pushServer);
vi.mock(
  '@/data/engine/resources/use-resource',
  async () => (await import('../../../test/chat-mocks')).lookupServer,
);

beforeAll(() => startI18n('en'));
beforeEach(resetChat);
afterEach(cleanup);

describe('the composer', () => {
  beforeEach(() => {
    renderChat(supportMessage(1, text('Hello')));
  });

  // spec 5.17
  it('Enter sends, and Shift+Enter makes a new line', async () => {
    typeMessage(' Where is my money? ');
    fireEvent.keyDown(findMessageField(), { key: 'Enter', shiftKey: true });
    expect(chatMock.sendText).not.toHaveBeenCalled();

    fireEvent.keyDown(findMessageField(), { key: 'Enter' });

    await waitFor(() => expect(chatMock.sendText).toHaveBeenCalledExactlyOnceWith('Where is my money?'));
    expect(findMessageField().value).toBe('');
  });

  it('on a touch phone Enter makes a new line, and the button sends', async () => {
    cleanup();
    const matchMediaSpy = vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === '(pointer: coarse)',
          media: query,
        }) as unknown as MediaQueryList,
    );
    renderChat(supportMessage(1, text('Hello')));
    typeMessage('Where is my money?');

    const isDefaultKept = fireEvent.keyDown(findMessageField(), { key: 'Enter' });

    expect(isDefaultKept, 'the browser inserts the new line').toBe(true);
    expect(findMessageField().getAttribute('enterkeyhint')).toBe('enter');
    expect(chatMock.sendText).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(chatMock.sendText).toHaveBeenCalledExactlyOnceWith('Where is my money?'));
    matchMediaSpy.mockRestore();
  });

  it('an Enter that completes an input method’s word sends nothing', () => {
    typeMessage('ເງິນ');
    fireEvent.keyDown(findMessageField(), { key: 'Enter', isComposing: true });

    expect(chatMock.sendText).not.toHaveBeenCalled();
  });

  // spec 5.16a
  it('a message of blanks is not sent', () => {
    typeMessage('  \n ');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(chatMock.sendText).not.toHaveBeenCalled();
  });

  // spec 5.16b
  it('code points are counted, and no more than 2000 are sent', async () => {
    typeMessage('😀'.repeat(1990));
    expect(screen.getByText('10 characters left')).toBeTruthy();

    typeMessage('😀'.repeat(2001));
    expect(screen.getByText('1 character too long')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(chatMock.sendText).not.toHaveBeenCalled();

    typeMessage('😀'.repeat(2000));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(chatMock.sendText).toHaveBeenCalledOnce());
  });

  it('the text is put back into the field if the phone cannot store it', async () => {
    chatMock.sendText.mockRejectedValue(new Error('disk'));
    typeMessage('Precious');

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(chatMock.sendText).toHaveBeenCalled());
    await waitFor(() => expect(findMessageField().value).toBe('Precious'));
  });

  it('the composer reports the start and the end of typing', () => {
    typeMessage('H');
    expect(chatMock.setTyping).toHaveBeenLastCalledWith(true);

    fireEvent.blur(findMessageField());
    expect(chatMock.setTyping).toHaveBeenLastCalledWith(false);
  });

  const pickFile = (file: File) =>
    fireEvent.change(screen.getByTestId('chat-file'), { target: { files: [file] } });

  it('a file is shown before it is sent, and can be removed', async () => {
    pickFile(new File(['x'], 'slip.PNG', { type: 'image/png' }));
    const shown = await screen.findByRole('region', { name: 'File to send' });
    expect(within(shown).getByText('slip.PNG')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();

    const file = new File(['x'], 'clip.mov', { type: 'video/quicktime' });
    pickFile(file);
    await screen.findByRole('region', { name: 'File to send' });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() =>
      expect(chatMock.sendMedia).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ name: 'clip.mov' }),
      ),
    );
    await waitFor(() => expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull());
  });

  it('a file that the phone has deleted must be chosen again', async () => {
    render(<ToastViewport />);
    const gone = new File(['x'], 'slip.png');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));

    pickFile(gone);

    await screen.findByText("This file can't be read any more. Please choose it again");
    expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();
  });

  it('a chosen file is sent although the phone deletes it meanwhile', async () => {
    const file = new File(['x'], 'slip.png');
    pickFile(file);
    await screen.findByRole('region', { name: 'File to send' });
    file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(chatMock.sendMedia).toHaveBeenCalledOnce());
    const sent = chatMock.sendMedia.mock.calls[0]?.[0] as File;
    expect(await sent.text()).toBe('x');
  });

  // spec 5.19
  it.each(['noextension', 'notes.txt', 'slip.png.exe'])('file %s is refused with an alert', async (name) => {
    pickFile(new File(['x'], name));

    const alert = await screen.findByRole('alertdialog', { name: 'File is not supported' });
    expect(alert.textContent).toContain('mov, mp4, png, jpeg, jpg and gif');
    expect(chatMock.sendMedia).not.toHaveBeenCalled();
  });

  // spec 5.22
  it.each([10, 20])('a file above %d MB is refused, and the text with it is not sent', async (limit) => {
    chatMock.sendMedia.mockResolvedValue({ tooLargeMb: limit });
    pickFile(new File(['x'], 'clip.mp4', { type: 'video/mp4' }));
    await screen.findByRole('region', { name: 'File to send' });
    typeMessage('Here is the clip');

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    const alert = await screen.findByRole('alertdialog', { name: 'The file is too large' });
    expect(alert.textContent).toContain(keepTogether(`${limit} MB`));
    expect(chatMock.sendText).not.toHaveBeenCalled();
    expect(findMessageField().value).toBe('Here is the clip');
  });
});
