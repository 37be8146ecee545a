import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Push } from '@/data/domains/push/push';
import { startI18n } from '@/i18n';
import { ToastViewport } from '@/ui/toast';
import { PushPreference } from './push-preference';

let push: Push;
const show = vi.fn();
vi.mock('@/data/domains/push/push', () => ({ usePush: () => push }));
vi.mock('@/nav/sheets', () => ({ showSheet: (name: string) => show(name) }));

beforeAll(() => startI18n('en'));
beforeEach(() => {
  show.mockReset();
  push = {
    state: 'off',
    turnOn: vi.fn(async () => true),
    turnOff: vi.fn(async () => {}),
    showDetails: false,
    setShowDetails: vi.fn(async () => {}),
  };
});
afterEach(cleanup);

const mainSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Notifications/ });
const details = () => screen.queryByRole<HTMLInputElement>('switch', { name: /^Show amounts and names/ });

function renderPreference() {
  render(
    <>
      <PushPreference />
      <ToastViewport />
    </>,
  );
}

describe('notifications in the profile', () => {
  it('a tap on the description of the notifications turns them on', async () => {
    renderPreference();
    expect(push.turnOn).not.toHaveBeenCalled();

    fireEvent.click(mainSwitch());

    await waitFor(() => expect(push.turnOn).toHaveBeenCalledOnce());
  });

  it('an error is shown if notifications could not be turned on', async () => {
    push.turnOn = vi.fn(async () => false);
    renderPreference();

    fireEvent.click(mainSwitch());

    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't change this");
  });

  it('notifications contain amounts only if the member wants it', async () => {
    push.state = 'on';
    renderPreference();
    expect(details()!.checked).toBe(false);

    fireEvent.click(details()!);
    await waitFor(() => expect(push.setShowDetails).toHaveBeenCalledExactlyOnceWith(true));
  });

  it('notifications that are turned off have no details setting', async () => {
    push.state = 'on';
    renderPreference();
    fireEvent.click(mainSwitch());
    await waitFor(() => expect(push.turnOff).toHaveBeenCalledOnce());
    cleanup();

    push.state = 'off';
    renderPreference();

    expect(details()).toBeNull();
  });

  it('notifications lead to the installation steps if only installed apps may have them', () => {
    push.state = 'needs_install';
    renderPreference();

    fireEvent.click(screen.getByRole('button', { name: /^Notifications/ }));

    expect(show).toHaveBeenCalledExactlyOnceWith('install');
  });

  it('a browser that denies notifications shows how to allow them', () => {
    push.state = 'denied';
    renderPreference();

    expect(mainSwitch().disabled).toBe(true);
    expect(screen.getByText(/Allow them in the browser's settings/)).toBeTruthy();
  });

  it('notifications are hidden if they are unsupported', () => {
    push.state = 'unsupported';
    renderPreference();

    expect(screen.queryByText('Notifications')).toBeNull();
  });
});
