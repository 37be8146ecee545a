import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandStages, type Command, type CommandRequest } from './send';
import { useCommand, useOutcome, usePasswordRequired } from './use-command';

afterEach(() => {
  cleanup();
  commandStages.set(new Map());
});

const requestNamed = (name: string): CommandRequest => ({ name, method: 'POST', path: '/api/x', body: {} });
type ActiveCommand = Exclude<Command, { at: 'idle' }>;

/** Sets the stage of each name, as the server's response would. */
function setStages(...all: ActiveCommand[]): void {
  act(() => commandStages.set(new Map(all.map((command) => [command.request.name, command]))));
}

const done = (name: string): ActiveCommand => ({
  at: 'done',
  request: requestNamed(name),
  response: { link: name },
});
const failed = (name: string): ActiveCommand => ({
  at: 'failed',
  request: requestNamed(name),
  error: new Error(name),
});
const sending = (name: string): ActiveCommand => ({ at: 'sending', request: requestNamed(name) });
const password = (name: string): ActiveCommand => ({ at: 'password', request: requestNamed(name) });

describe('a screen', () => {
  it('a screen shows the stage of its own command only', () => {
    const { result } = renderHook(() => useCommand('cancelWithdrawal', 'w1'));
    expect(result.current.at).toBe('idle');

    setStages(sending('cancelWithdraw:w2'));
    expect(result.current.at).toBe('idle');
    setStages(sending('cancelWithdraw:w1'));
    expect(result.current.at).toBe('sending');
  });

  it('a screen knows which of its commands needs the password', () => {
    const { result } = renderHook(() => usePasswordRequired(['limit:day', 'limit:week']));
    expect(result.current).toBeUndefined();

    setStages(sending('limit:day'), password('limit:week'), password('withdraw'));
    expect(result.current).toBe('limit:week');
    setStages(sending('limit:week'));
    expect(result.current).toBeUndefined();
  });
});

describe('the outcome of a command', () => {
  it('an outcome is handled once, with its response, and then dismissed', () => {
    const handlers = { done: vi.fn(), failed: vi.fn() };
    const { result, rerender } = renderHook(() => useOutcome('redeemGift', undefined, handlers));

    setStages(sending('gift'));
    expect(handlers.done).not.toHaveBeenCalled();
    setStages(done('gift'));
    rerender();

    expect(handlers.done.mock.calls).toEqual([[{ link: 'gift' }, requestNamed('gift')]]);
    expect(handlers.failed).not.toHaveBeenCalled();
    expect(result.current.at).toBe('idle');
  });

  it('an outcome is handled if it was known before the screen opened', () => {
    const handlers = { failed: vi.fn() };
    setStages(failed('gift'));

    renderHook(() => useOutcome('redeemGift', undefined, handlers));

    expect(handlers.failed.mock.calls).toEqual([[new Error('gift')]]);
    expect(commandStages.get().size).toBe(0);
  });

  it('an outcome without a handler stays for another component', () => {
    const { result } = renderHook(() => useOutcome('redeemGift', undefined, { done: vi.fn() }));
    const other = renderHook(() => useOutcome('createQr', 'WW', { failed: vi.fn() }));

    setStages(failed('gift'), done('qr:WW'));

    expect(result.current.at).toBe('failed');
    expect(other.result.current.at).toBe('done');
  });

  it('an outcome of another subject is not handled', () => {
    const handlers = { done: vi.fn() };
    renderHook(() => useOutcome('createQr', 'WW', handlers));

    setStages(done('qr:KBANK'));

    expect(handlers.done).not.toHaveBeenCalled();
    expect(commandStages.get().has('qr:KBANK')).toBe(true);
  });

  it('an outcome is handled by the current handler, and handled again after another command', () => {
    const first = vi.fn();
    const second = vi.fn();
    const { rerender } = renderHook(({ handler: done }) => useOutcome('redeemGift', undefined, { done }), {
      initialProps: { handler: first },
    });
    rerender({ handler: second });

    setStages(done('gift'));
    setStages(sending('gift'));
    setStages(done('gift'));

    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(2);
  });
});
