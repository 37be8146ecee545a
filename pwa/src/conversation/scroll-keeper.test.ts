import { describe, expect, it } from 'vitest';
import { ScrollKeeper } from './scroll-keeper';

/** Returns a conversation with rows of 100 px in a view of 500 px, because happy-dom has no layout. */
function log(...keys: string[]) {
  const view = document.createElement('div');
  let scrollTop = 0;
  const size = () => view.children.length * 100;
  Object.defineProperties(view, {
    clientHeight: { value: 500 },
    scrollHeight: { get: size },
    scrollTop: {
      get: () => scrollTop,
      set: (top: number) => {
        scrollTop = Math.max(0, Math.min(top, size() - 500));
      },
    },
  });
  const row = (key: string) => {
    const element = document.createElement('p');
    element.dataset.key = key;
    element.getBoundingClientRect = () =>
      ({ top: [...view.children].indexOf(element) * 100 - scrollTop }) as DOMRect;
    return element;
  };
  view.append(...keys.map(row));
  const keeper = new ScrollKeeper();
  keeper.attach(view);
  const drawn = (isOurs = false) => {
    keeper.restorePlace((view.firstElementChild as HTMLElement).dataset.key);
    keeper.keepEnd((view.lastElementChild as HTMLElement).dataset.key, isOurs);
  };
  drawn();
  return {
    keeper,
    top: () => scrollTop,
    scrollTo: (top: number) => {
      view.scrollTop = top;
      return keeper.handleScroll();
    },
    append: (key: string, isOurs = false) => {
      view.append(row(key));
      drawn(isOurs);
    },
    prepend: (...older: string[]) => {
      view.prepend(...older.map(row));
      drawn();
    },
  };
}

const ten = Array.from({ length: 10 }, (_, i) => `k${i}`);

describe('the scroll position', () => {
  it('a conversation opens at its end', () => {
    expect(log(...ten).top()).toBe(500);
  });

  // spec 9.29
  it('new messages are scrolled to from within 60 px of the end', () => {
    const { scrollTo, append, top } = log(...ten);
    expect(scrollTo(440).atEnd).toBe(true);

    append('new');

    expect(top()).toBe(600);
  });

  // spec 9.29
  it('new messages do not move a reader who is farther from the end', () => {
    const { scrollTo, append, top } = log(...ten);
    expect(scrollTo(439).atEnd).toBe(false);

    append('new');

    expect(top()).toBe(439);
  });

  it('an own message is scrolled to from anywhere', () => {
    const { scrollTo, append, top } = log(...ten);
    scrollTo(0);

    append('mine', true);

    expect(top()).toBe(600);
  });

  it('the position is kept when older messages arrive above, even with a new one below at once', () => {
    const { scrollTo, append, prepend, top } = log(...ten);
    scrollTo(30);

    prepend('o1', 'o2', 'o3');
    expect(top()).toBe(330);

    prepend('o0');
    append('new');
    expect(top()).toBe(430);
  });

  it('older messages are requested near the top, also if nothing can be scrolled', () => {
    const { scrollTo } = log(...ten);
    expect(scrollTo(301).nearTop).toBe(false);
    expect(scrollTo(299).nearTop).toBe(true);

    expect(log('k1', 'k2').keeper.wantsMore()).toBe(true);
    expect(log(...ten).keeper.wantsMore()).toBe(false);
  });
});
