import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { qrModules, qrPath } from '@/ui/qr-modules';
import { Sheet } from '@/ui/sheet';
import ConditionsSheet from './conditions-sheet';
import { ContactPage } from './contact-page';
import { HowtoPage } from './howto-page';
import HowtoSheet from './howto-sheet';
import type { Topic } from './topics';

let enableChatWidget: boolean | undefined;
const contact = {
  contactText: 'Any time',
  lineLink: 'https://line.example/krapao',
  lineName: '@krapao',
  lineQR: '',
};

const conditions = { conditions: ['<h3>Withdrawing</h3>', '<p>Play <b>fair</b></p>'] };

vi.mock('@/nav/sheets');
vi.mock('@/data/engine/resources/use-resource', () => ({
  useResource: (name: string) => ({
    data: { contact, conditions }[name] ?? { enableChatWidget },
    asOf: null,
    loading: false,
  }),
}));

beforeAll(() => startI18n('en'));
afterEach(cleanup);

describe('the contact page', () => {
  // spec 2.31
  it('the contact page starts with the chat if the site has one', () => {
    enableChatWidget = true;
    render(<ContactPage />);

    fireEvent.click(screen.getByRole('button', { name: 'Start the chat' }));

    expect(showSheet).toHaveBeenCalledExactlyOnceWith('chat');
  });

  // spec 2.30d, 2.31
  it.each([false, undefined])('the contact page has no chat if the lookup is %s', (flag) => {
    enableChatWidget = flag;
    render(<ContactPage />);

    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open @krapao' }).getAttribute('href')).toBe(
      'https://line.example/krapao',
    );
  });

  // spec 2.30a, 2.30b, 2.30c
  it('the contact page always shows the text, the other channel with its QR, and the version', () => {
    enableChatWidget = true;
    render(<ContactPage />);

    const code = screen.getByRole('img', { name: 'Scan to add @krapao' });
    expect(code.querySelector('path')?.getAttribute('d')).toBe(
      qrPath(qrModules('https://line.example/krapao', 0)),
    );
    expect(screen.getByText('Any time')).toBeTruthy();
    expect(screen.getByText(`Version ${__APP_VERSION__}`)).toBeTruthy();
  });

  // spec 2.30c
  it('the contact page shows the operators’ own picture of the QR if there is one', () => {
    const drawn = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    contact.lineQR = drawn;
    render(<ContactPage />);
    contact.lineQR = '';

    expect(screen.getByRole('img', { name: 'Scan to add @krapao' }).getAttribute('src')).toBe(drawn);
  });
});

// spec 2.33b
it('the conditions page shows all texts of the lookup unchanged', () => {
  const { baseElement } = render(
    <Sheet open onClose={() => {}}>
      <ConditionsSheet />
    </Sheet>,
  );

  expect(screen.getByRole('heading', { name: 'Withdrawing' })).toBeTruthy();
  expect(baseElement.innerHTML).toContain('<p>Play <b>fair</b></p>');
});

describe('the how-to page', () => {
  // spec 2.29a, 2.29b, 2.29c, 2.29d, 2.29e, 2.29f
  it('the how-to page opens each of the five topics', () => {
    const onOpen = vi.fn();
    render(<HowtoPage onOpen={onOpen} />);

    for (const button of screen.getAllByRole('button')) fireEvent.click(button);

    expect(onOpen.mock.calls.flat()).toEqual(['wallet', 'game', 'balance', 'bonus', 'endBonus']);
  });

  const openTopic = (topic: Topic = 'endBonus', title = 'Ending a bonus') => {
    render(
      <Sheet open onClose={() => {}}>
        <HowtoSheet topic={topic} />
      </Sheet>,
    );
    return screen.queryByLabelText<HTMLVideoElement>(title, { selector: 'video' });
  };

  // spec 2.29a, 2.29b, 2.29c, 2.29d, 2.29e, 2.29f
  it.each([
    ['wallet', 'Using the wallet', 'wallet'],
    ['game', 'Entering a game', 'game'],
    ['balance', 'Checking your balance', 'balance'],
    ['bonus', 'Claiming a bonus', 'bonus'],
    ['endBonus', 'Ending a bonus', 'end-bonus'],
  ] as const)('the clip of %s is played in a sheet with its title', (topic, title, file) => {
    const video = openTopic(topic, title);

    expect(video?.getAttribute('src')).toBe(`/howto/${file}.webm`);
    expect(screen.getByRole('dialog', { name: title }).contains(video)).toBe(true);
  });

  it('the topic’s video has captions in three languages, and the page’s language is the default', () => {
    const video = openTopic()!;

    expect(video.getAttribute('src')).toBe('/howto/end-bonus.webm');
    const tracks = [...video.querySelectorAll('track')];
    expect(tracks.map((track) => track.getAttribute('src'))).toEqual(
      ['th', 'lo', 'en'].map((locale) => `/howto/end-bonus.${locale}.vtt`),
    );
    expect(tracks.filter((track) => track.default).map((track) => track.srclang)).toEqual(['en']);
  });

  it('the steps are shown as text, also if the video cannot be played', () => {
    const video = openTopic()!;
    expect(screen.getByText(/^A bonus ends when/)).toBeTruthy();

    fireEvent.error(video);

    expect(screen.getByRole('status').textContent).toContain("The video can't be played right now");
    expect(screen.getByText(/^A bonus ends when/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.querySelector('video')).not.toBeNull();
  });
});
