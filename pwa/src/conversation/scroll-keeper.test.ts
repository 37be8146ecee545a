import { describe, expect, it } from 'vitest';
import { ScrollKeeper } from './scroll-keeper';

/** Returns a conversation with rows of 100 px in a view of 500 px, because happy-dom has no layout. */
function createLog(...keys: string[]) {
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
  const render = (isOurs = false) => {
    keeper.restorePlace((view.firstElementChild as HTMLElement).dataset.key);
    keeper.keepEnd((view.lastElementChild as HTMLElement).dataset.key, isOurs);
  };
  render();
  return {
    keeper,
    top: () => scrollTop,
    scrollTo: (top: number) => {
      view.scrollTop = top;
      return keeper.handleScroll();
    },
    append: (key: string, isOurs = false) => {
      view.append(row(key));
      render(isOurs);
    },
    prepend: (...older: string[]) => {
      view.prepend(...older.map(row));
      render();
    },
  };
}

const ten = Array.from({ length: 10 }, (_, i) => `k${i}`);

describe('the scroll position', () => {
  it('a conversation opens at its end', () => {
    expect(createLog(...ten).top()).toBe(500);
  });

  // spec 9.29
  it('new messages are scrolled to from within 60 px of the end', () => {
    const { scrollTo, append, top } = createLog(...ten);
    expect(scrollTo(440).atEnd).toBe(true);

    append('new');

    expect(top()).toBe(600);
  });

  // spec 9.29
  it('new messages do not move a reader who is farther from the end', () => {
    const { scrollTo, append, top } = createLog(...ten);
    expect(scrollTo(439).atEnd).toBe(false);

    append('new');

    expect(top()).toBe(439);
  });

  it('the user’s own message is scrolled to from anywhere', () => {
    const { scrollTo, append, top } = createLog(...ten);
    scrollTo(0);

    append('mine', true);

    expect(top()).toBe(600);
  });

  it('the position is kept when older messages arrive above, also if a new message is added below at the same time', () => {
    const { scrollTo, append, prepend, top } = createLog(...ten);
    scrollTo(30);

    prepend('o1', 'o2', 'o3');
    expect(top()).toBe(330);

    prepend('o0');
    append('new');
    expect(top()).toBe(430);
  });

  it('older messages are requested near the top, also if nothing can be scrolled', () => {
    const { scrollTo } = createLog(...ten);
    expect(scrollTo(301).nearTop).toBe(false);
    expect(scrollTo(299).nearTop).toBe(true);

    expect(createLog('k1', 'k2').keeper.needsMore()).toBe(true);
    expect(createLog(...ten).keeper.needsMore()).toBe(false);
  });
});
