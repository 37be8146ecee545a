// @pure
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { clearProgress, followProgress, noteProgress, uploadProgress } from './progress';

let otherTab: BroadcastChannel;
let received: unknown[];
let stop: () => void;

beforeEach(() => {
  otherTab = new BroadcastChannel('wallet');
  received = [];
  otherTab.addEventListener('message', ({ data }) => received.push(data));
  stop = followProgress();
});

afterEach(() => {
  stop();
  otherTab.close();
  for (const id of uploadProgress.get().keys()) clearProgress(id);
});

const shown = () => Object.fromEntries(uploadProgress.get());

describe('the progress of an upload', () => {
  it('the progress is shown in whole percents for each item until it has ended', () => {
    noteProgress('a', 0.504);
    noteProgress('b', 1);
    expect(shown()).toEqual({ a: 50, b: 100 });

    clearProgress('a');
    expect(shown()).toEqual({ b: 100 });
  });

  it('the progress is reported only if the percent has changed', () => {
    const onChange = vi.fn();
    uploadProgress.watch(onChange);

    noteProgress('a', 0);
    noteProgress('a', 0.501);
    noteProgress('a', 0.502);

    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('the progress is sent to other tabs, which show it too', async () => {
    noteProgress('a', 0.5);
    noteProgress('a', 0.501);
    clearProgress('a');
    otherTab.postMessage({ type: 'progress', id: 'z', share: 0.25 });

    await eventually(() => expect(shown()).toEqual({ z: 25 }));
    await eventually(() => expect(received).toHaveLength(2));
    expect(received).toEqual([
      { type: 'progress', id: 'a', share: 0.5 },
      { type: 'progress', id: 'a', share: 0 },
    ]);
  });

  it('the progress ignores other messages, and every message after followProgress was stopped', async () => {
    const onMessage = vi.fn();
    const other = new BroadcastChannel('wallet');
    otherTab.postMessage({ type: 'news', id: 'a', share: 0.5 });
    other.addEventListener('message', onMessage);
    otherTab.postMessage({ type: 'news' });
    await eventually(() => expect(onMessage).toHaveBeenCalled());
    expect(shown()).toEqual({});

    stop();
    onMessage.mockClear();
    otherTab.postMessage({ type: 'progress', id: 'a', share: 0.5 });
    await eventually(() => expect(onMessage).toHaveBeenCalled());
    other.close();

    expect(shown()).toEqual({});
  });
});
