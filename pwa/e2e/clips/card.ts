/** Title cards in the app's frame, for topics whose screens one cannot show. */
import type { Page } from '@playwright/test';

export interface Card {
  /** The topic as the how-to page names it: its row lends the tile. */
  title: string;
  /** All steps of the topic, and which of them the card shows. */
  steps: string[];
  current: number;
}

/** Puts a card where the how-to page's content stands; the next takes its place. */
export async function showCard(page: Page, card: Card): Promise<void> {
  await page.evaluate(draw, card);
}

/** Runs in the page: names nothing from outside. Colours and letters are the app's own. */
function draw({ title, steps, current }: Card): void {
  const make = (style: Partial<CSSStyleDeclaration>, text = '') => {
    const element = document.createElement('div');
    Object.assign(element.style, style);
    element.textContent = text;
    return element;
  };
  const main = document.querySelector('main')!;
  const row = [...main.querySelectorAll('li')].find((each) => each.textContent?.trim() === title)!;
  const tile = row.querySelector('button > span')!.cloneNode(true) as HTMLElement;
  Object.assign(tile.style, { zoom: '2.2', margin: '0 auto' });

  const dots = make({ display: 'flex', gap: '10px', justifyContent: 'center', marginTop: '36px' });
  for (const i of steps.keys()) {
    const isCurrent = i === current;
    dots.append(
      make({
        width: isCurrent ? '30px' : '10px',
        height: '10px',
        borderRadius: '5px',
        background: isCurrent ? 'var(--brand)' : 'var(--line)',
      }),
    );
  }
  const number = make(
    {
      display: 'grid',
      placeItems: 'center',
      width: '56px',
      height: '56px',
      margin: '36px auto 18px',
      borderRadius: '50%',
      background: 'var(--brand-soft)',
      color: 'var(--brand-text)',
      fontSize: '28px',
      fontWeight: '700',
    },
    String(current + 1),
  );
  const words = make(
    { fontSize: '26px', lineHeight: '40px', fontWeight: '600', color: 'var(--ink)', textWrap: 'balance' },
    steps[current],
  );
  const name = make(
    { marginTop: '18px', fontSize: '20px', lineHeight: '30px', color: 'var(--ink-2)' },
    title,
  );

  const card = make({
    position: 'fixed',
    inset: '64px 0 88px',
    padding: '40px 28px 0',
    background: 'var(--bg)',
    textAlign: 'center',
    zIndex: '1',
  });
  card.className = 'title-card';
  card.append(tile, name, number, words, dots);
  for (const each of [number, words]) {
    each.animate(
      [
        { opacity: 0, transform: 'translateY(12px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: 350, easing: 'ease-out' },
    );
  }
  document.querySelector('.title-card')?.remove();
  main.append(card);
}
