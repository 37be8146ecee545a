import { act, cleanup, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropLayers, applyHistory, startLayers, useBackLayer } from './layers';

let entries: number[];
const expectEntries = (expected: number[]) => waitFor(() => expect(entries).toEqual(expected));
/** Goes back as a browser does: asynchronously. */
const goBack = (by = 1) => {
  entries.splice(entries.length - by);
  act(() => applyHistory());
};

beforeEach(() => {
  entries = [0];
  startLayers({
    depth: () => entries.at(-1)!,
    push: (depth) => entries.push(depth),
    back: (by) => void setTimeout(() => goBack(by)),
  });
});
afterEach(async () => {
  cleanup();
  await expectEntries([0]);
});

function Layer({ open, onBack }: { open: boolean; onBack: () => void }) {
  useBackLayer(open, onBack);
  return null;
}

describe('a screen layer', () => {
  it('a layer has a history entry while it is open, and removes it when it closes automatically', async () => {
    const { rerender } = render(<Layer open onBack={() => {}} />);
    await expectEntries([0, 1]);

    rerender(<Layer open={false} onBack={() => {}} />);
    await expectEntries([0]);
  });

  it('a layer has its entry before it is visible, so that an immediate back closes only the layer', async () => {
    render(<Layer open onBack={() => {}} />);
    await Promise.resolve();

    expect(entries).toEqual([0, 1]);
  });

  it('the next back does not close a closing layer again', async () => {
    const onBack = vi.fn();
    function Step() {
      const [open, setOpen] = useState(true);
      useBackLayer(open, () => {
        onBack();
        setOpen(false);
      });
      return null;
    }
    render(<Step />);
    await expectEntries([0, 1]);

    entries.pop();
    applyHistory();
    applyHistory();

    expect(onBack).toHaveBeenCalledOnce();
  });

  it('back closes only the topmost layer', async () => {
    const [lower, upper] = [vi.fn(), vi.fn()];
    const both = (open: boolean) => (
      <>
        <Layer open onBack={lower} />
        <Layer open={open} onBack={upper} />
      </>
    );
    const { rerender } = render(both(true));
    await expectEntries([0, 1, 2]);
    upper.mockImplementation(() => rerender(both(false)));

    goBack();
    expect([upper.mock.calls.length, lower.mock.calls.length]).toEqual([1, 0]);
    await expectEntries([0, 1]);
  });

  it('a layer that refuses to close gets its entry back', async () => {
    render(<Layer open onBack={() => {}} />);
    await expectEntries([0, 1]);

    goBack();
    await expectEntries([0, 1]);
  });

  it('a layer may replace another without a move in the history', async () => {
    const { rerender } = render(<Layer key="one" open onBack={() => {}} />);
    await expectEntries([0, 1]);
    const pushed = vi.spyOn(entries, 'push');

    rerender(<Layer key="other" open onBack={() => {}} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(pushed).not.toHaveBeenCalled();
    expect(entries).toEqual([0, 1]);
  });

  it('a layer that opens while an entry is being left is not the one that closes', async () => {
    const back = vi.fn();
    const { rerender } = render(<Layer key="one" open onBack={() => {}} />);
    await expectEntries([0, 1]);
    rerender(<Layer key="one" open={false} onBack={() => {}} />);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    rerender(<Layer key="other" open onBack={back} />);

    await expectEntries([0, 1]);
    expect(back).not.toHaveBeenCalled();
  });

  it('a layer of a sheet that is being left is not closed, and its entry is skipped', async () => {
    const back = vi.fn();
    render(<Layer open onBack={back} />);
    await expectEntries([0, 1]);

    expect(dropLayers()).toBe(1);
    goBack();
    expect(back).not.toHaveBeenCalled();
  });
});

it('an entry whose layer does not exist is left again', async () => {
  entries.push(1);
  applyHistory();

  await expectEntries([0]);
});
