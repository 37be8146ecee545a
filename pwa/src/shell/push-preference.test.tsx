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

function draw() {
  render(
    <>
      <PushPreference />
      <ToastViewport />
    </>,
  );
}

describe('notifications in the profile', () => {
  it('a tap on their description turns notifications on', async () => {
    draw();
    expect(push.turnOn).not.toHaveBeenCalled();

    fireEvent.click(mainSwitch());

    await waitFor(() => expect(push.turnOn).toHaveBeenCalledOnce());
  });

  it('notifications that could not be turned on show so', async () => {
    push.turnOn = vi.fn(async () => false);
    draw();

    fireEvent.click(mainSwitch());

    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't change this");
  });

  it('notifications contain amounts only if the member wants it', async () => {
    push.state = 'on';
    draw();
    expect(details()!.checked).toBe(false);

    fireEvent.click(details()!);
    await waitFor(() => expect(push.setShowDetails).toHaveBeenCalledExactlyOnceWith(true));
  });

  it('notifications that are turned off have no details setting', async () => {
    push.state = 'on';
    draw();
    fireEvent.click(mainSwitch());
    await waitFor(() => expect(push.turnOff).toHaveBeenCalledOnce());
    cleanup();

    push.state = 'off';
    draw();

    expect(details()).toBeNull();
  });

  it('notifications lead to the installation steps if only installed apps may have them', () => {
    push.state = 'needs_install';
    draw();

    fireEvent.click(screen.getByRole('button', { name: /^Notifications/ }));

    expect(show).toHaveBeenCalledExactlyOnceWith('install');
  });

  it('a browser that denies notifications shows how to allow them', () => {
    push.state = 'denied';
    draw();

    expect(mainSwitch().disabled).toBe(true);
    expect(screen.getByText(/Allow them in the browser's settings/)).toBeTruthy();
  });

  it('notifications are hidden if they are unsupported', () => {
    push.state = 'unsupported';
    draw();

    expect(screen.queryByText('Notifications')).toBeNull();
  });
});
