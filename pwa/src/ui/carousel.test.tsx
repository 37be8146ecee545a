import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { Carousel } from './carousel';

beforeAll(() => startI18n('en'));
afterEach(cleanup);

const shown = () => screen.getByRole('status').textContent;

describe('a carousel', () => {
  it('a carousel moves by its arrows and by the keyboard, and not beyond its ends', () => {
    render(<Carousel label="News" slides={[<p key="a">A</p>, <p key="b">B</p>, <p key="c">C</p>]} />);
    const row = screen.getByRole('group', { name: 'Slides' });
    expect(shown()).toBe(keepTogether('1 of 3'));

    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(shown()).toBe(keepTogether('2 of 3'));
    fireEvent.keyDown(row, { key: 'End' });
    fireEvent.keyDown(row, { key: 'ArrowRight' });
    expect(shown()).toBe(keepTogether('3 of 3'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    fireEvent.keyDown(row, { key: 'Home' });
    expect(shown()).toBe(keepTogether('1 of 3'));
  });

  it('a single slide has no controls', () => {
    render(<Carousel label="News" slides={[<p key="a">A</p>]} />);

    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('A')).toBeTruthy();
  });

  it('hidden slides cannot be focused', () => {
    render(
      <Carousel
        label="News"
        slides={[
          <a key="a" href="#a">
            A
          </a>,
          <a key="b" href="#b">
            B
          </a>,
        ]}
      />,
    );

    expect(screen.getByText('B').parentElement?.hasAttribute('inert')).toBe(true);
    expect(screen.getByText('A').parentElement?.hasAttribute('inert')).toBe(false);
  });
});
