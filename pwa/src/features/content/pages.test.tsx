import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { ContactPage } from './contact-page';
import { HowtoPage } from './howto-page';
import HowtoSheet from './howto-sheet';

let enableChatWidget: boolean | undefined;
const contact = {
  contactText: 'Any time',
  lineLink: 'https://line.example/krapao',
  lineName: '@krapao',
  lineQR: '',
};

vi.mock('@/nav/sheets');
vi.mock('@/data/resources/useResource', () => ({
  useResource: (name: string) => ({
    data: name === 'contact' ? contact : { enableChatWidget },
    asOf: null,
    loading: false,
  }),
}));

beforeAll(() => startI18n('en'));
afterEach(cleanup);

describe('the contact page', () => {
  // spec 2.31
  it('begins with the chat where the house has one', () => {
    enableChatWidget = true;
    render(<ContactPage />);

    fireEvent.click(screen.getByRole('button', { name: 'Start the chat' }));

    expect(showSheet).toHaveBeenCalledExactlyOnceWith('chat');
  });

  it.each([false, undefined])('has no chat where the lookup says %s', (flag) => {
    enableChatWidget = flag;
    render(<ContactPage />);

    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open @krapao' }).getAttribute('href')).toBe(
      'https://line.example/krapao',
    );
  });

  // spec 2.30c
  it('always tells the text, the other channel with its QR, and the version', () => {
    enableChatWidget = true;
    render(<ContactPage />);

    expect(screen.getByText('Any time')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Scan to add @krapao' })).toBeTruthy();
    expect(screen.getByText(`Version ${__APP_VERSION__}`)).toBeTruthy();
  });
});

describe('the how-to page', () => {
  // spec 2.29a, 2.29c
  it('opens each of the five topics', () => {
    const onOpen = vi.fn();
    render(<HowtoPage onOpen={onOpen} />);

    for (const button of screen.getAllByRole('button')) fireEvent.click(button);

    expect(onOpen.mock.calls.flat()).toEqual(['wallet', 'game', 'balance', 'bonus', 'endBonus']);
  });

  const openTopic = () => {
    render(
      <Sheet open onClose={() => {}}>
        <HowtoSheet topic="endBonus" />
      </Sheet>,
    );
    return screen.queryByLabelText<HTMLVideoElement>('Ending a bonus', { selector: 'video' });
  };

  it('plays the topic’s video with captions in three languages, the page’s own first', () => {
    const video = openTopic()!;

    expect(video.getAttribute('src')).toBe('/howto/end-bonus.webm');
    const tracks = [...video.querySelectorAll('track')];
    expect(tracks.map((track) => track.getAttribute('src'))).toEqual(
      ['th', 'lo', 'en'].map((locale) => `/howto/end-bonus.${locale}.vtt`),
    );
    expect(tracks.filter((track) => track.default).map((track) => track.srclang)).toEqual(['en']);
  });

  it('tells the same in words, all the more where there is no video', () => {
    const video = openTopic()!;
    expect(screen.getByText(/^A bonus ends when/)).toBeTruthy();

    fireEvent.error(video);

    expect(screen.getByRole('status').textContent).toContain('The video cannot be played right now');
    expect(screen.getByText(/^A bonus ends when/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.querySelector('video')).not.toBeNull();
  });
});
