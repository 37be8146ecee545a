import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { MemberShell } from './member-shell';

const info = { name: 'Another site', website: 'https://another.example' };

vi.mock('@/nav/sheets');
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('./frame', () => ({ Frame: ({ children }: { children: React.ReactNode }) => children }));
vi.mock('@/data/engine/resources/use-resource', () => ({
  useResource: (name: string) => ({ data: { info }[name], asOf: null, loading: false }),
}));

beforeAll(() => startI18n('en'));
afterEach(cleanup);

// spec 2.32a
it('the site’s name is in the top bar and in the title', () => {
  render(<MemberShell>all else</MemberShell>);

  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Another site' })).toBeTruthy();
  expect(document.title).toBe('Another site');
});
