import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropLayers, heedHistory, startLayers, useBackLayer } from './layers';

let entries: number[];
const soon = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
/** As a browser goes back: not at once. */
const goBack = async (by = 1) => {
  entries.splice(entries.length - by);
  act(() => heedHistory());
  await soon();
};

beforeEach(() => {
  entries = [0];
  startLayers({ depth: () => entries.at(-1)!, push: (depth) => entries.push(depth), back: (by) => void setTimeout(() => void goBack(by)) });
});
afterEach(async () => {
  cleanup();
  await soon();
  await soon();
});

function Layer({ open, onBack }: { open: boolean; onBack: () => void }) {
  useBackLayer(open, onBack);
  return null;
}

describe('a layer', () => {
  it('has an entry while it is open, and takes it along when it closes by itself', async () => {
    const { rerender } = render(<Layer open onBack={() => {}} />);
    await soon();
    expect(entries).toEqual([0, 1]);

    rerender(<Layer open={false} onBack={() => {}} />);
    await soon();
    expect(entries).toEqual([0]);
  });

  it('is asked to go when the phone goes back, and only the topmost', async () => {
    const [lower, upper] = [vi.fn(), vi.fn()];
    const both = (open: boolean) => (
      <>
        <Layer open onBack={lower} />
        <Layer open={open} onBack={upper} />
      </>
    );
    const { rerender } = render(both(true));
    await soon();
    upper.mockImplementation(() => rerender(both(false)));

    await goBack();
    expect([upper.mock.calls.length, lower.mock.calls.length]).toEqual([1, 0]);
    expect(entries).toEqual([0, 1]);
  });

  it('that will not go gets its entry back', async () => {
    render(<Layer open onBack={() => {}} />);
    await soon();

    await goBack();
    expect(entries).toEqual([0, 1]);
  });

  it('may take another one’s place without a move of the history', async () => {
    const { rerender } = render(<Layer key="one" open onBack={() => {}} />);
    await soon();
    const before = entries;

    rerender(<Layer key="other" open onBack={() => {}} />);
    await soon();
    expect(entries).toBe(before);
    expect(entries).toEqual([0, 1]);
  });

  it('that opens while an entry is being left is not taken for the one that goes', async () => {
    const back = vi.fn();
    const { rerender } = render(<Layer key="one" open onBack={() => {}} />);
    await soon();
    rerender(<Layer key="one" open={false} onBack={() => {}} />);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    rerender(<Layer key="other" open onBack={back} />);
    await soon();
    await soon();

    expect(back).not.toHaveBeenCalled();
    expect(entries).toEqual([0, 1]);
  });

  it('of a sheet that is left is not asked, and its entry is the leaver’s to pass', async () => {
    const back = vi.fn();
    render(<Layer open onBack={back} />);
    await soon();

    expect(dropLayers()).toBe(1);
    await goBack();
    expect(back).not.toHaveBeenCalled();
  });
});

it('an entry whose layer is not there is left again', async () => {
  entries.push(1);
  heedHistory();
  await soon();
  await soon();

  expect(entries).toEqual([0]);
});
