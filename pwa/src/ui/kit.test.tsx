import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { Amount } from './amount';
import { AsOf } from './as-of';
import { Button } from './button';
import { OtpInput } from './otp-input';
import { pageRange, Pagination } from './pagination';
import { toast, ToastViewport } from './toast';

beforeAll(() => startI18n('en'));
afterEach(cleanup);

describe('a button', () => {
  it('a busy button acts once, however often it is tapped', () => {
    const onClick = vi.fn();
    const { rerender } = render(<Button onClick={onClick}>Send</Button>);
    const button = screen.getByRole('button');

    fireEvent.click(button);
    rerender(
      <Button busy busyLabel="Sending" onClick={onClick}>
        Send
      </Button>,
    );
    fireEvent.click(button);

    expect(onClick).toHaveBeenCalledOnce();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('a busy form is not submitted again', () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );

    fireEvent.click(screen.getByRole('button'));

    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('the code field', () => {
  it('the code field reads six digits from pasted text', () => {
    const received = vi.fn();
    render(<OtpInput label="Code" value="" onChange={received} />);

    fireEvent.input(screen.getByLabelText('Code'), { target: { value: 'OTP 123-4567' } });
    expect(received).not.toHaveBeenCalled();
    fireEvent.input(screen.getByLabelText('Code'), { target: { value: 'OTP 123-456 (Ref 7)' } });

    expect(received).toHaveBeenCalledWith('123456');
  });
});

describe('the pages of a list', () => {
  // spec 9.31b
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2]],
    [3, 5, [1, 2, 3, 4]],
    [5, 9, [2, 3, 4, 5, 6]],
    [9, 9, [6, 7, 8, 9]],
    [1, 0, []],
  ])('page %d of %d is shown with %j: three before, one after', (page, pages, range) => {
    expect(pageRange(page, pages)).toEqual(range);
  });

  // spec 9.31b
  it('the pages next to the current one can be opened', () => {
    render(<Pagination page={5} pages={9} onChange={() => {}} />);

    const numbers = screen.getAllByRole('button', { name: /^Page \d$/ });
    expect(numbers.map(({ textContent }) => textContent)).toEqual(['2', '3', '4', '5', '6']);
  });
});

describe('an amount', () => {
  it('hidden amounts cover the figure, not its unit', () => {
    const { container } = render(<Amount value={8230.5} unit="baht" hidden />);

    expect(container.textContent).toBe('••••• baht');
  });
});

describe('the age of a figure', () => {
  const now = new Date('2026-11-21T07:02:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const shown = (minutesAgo: number, offline = false) => {
    const { container } = render(
      <AsOf at={new Date(now.getTime() - minutesAgo * 60_000)} offline={offline} />,
    );
    return { text: container.textContent, isWarning: container.querySelector('svg') !== null };
  };

  it('the age of a recent figure is inconspicuous', () => {
    expect(shown(4)).toEqual({ text: 'as of 13:58', isWarning: false });
  });

  it('the age is conspicuous after five minutes', () => {
    expect(shown(6)).toEqual({ text: 'as of 13:56', isWarning: true });
  });

  it('the age is conspicuous offline, at any age', () => {
    expect(shown(0, true).isWarning).toBe(true);
  });

  it('the age names the day if it is not today', () => {
    expect(shown(24 * 60).text).toBe(keepTogether('as of 20 Nov 14:02'));
  });

  it('an unknown age shows nothing', () => {
    const { container } = render(<AsOf at={null} offline />);

    expect(container.textContent).toBe('');
  });
});

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<ToastViewport />);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  // spec 9.42
  it('a toast disappears after four seconds', () => {
    act(() => toast.done('Copied'));

    wait(3999);
    expect(screen.queryByText('Copied')).not.toBeNull();

    wait(1);
    expect(screen.queryByText('Copied')).toBeNull();
  });

  // spec 4.15, 8.6a, 8.27a, 8.27b, 8.27c, 8.30, 8.34
  it('an error toast is red, and disappears after four seconds too', () => {
    act(() => toast.error('That failed'));
    const card = screen.getByRole('alert');

    expect(card.className.split(' ')).toContain('bg-failed');
    wait(3999);
    expect(screen.queryByText('That failed')).not.toBeNull();
    wait(1);
    expect(screen.queryByText('That failed')).toBeNull();
  });

  it('a toast stays while it is touched', () => {
    act(() => toast.done('Copied'));
    const card = screen.getByText('Copied').parentElement!;

    fireEvent.pointerOver(card);
    wait(10_000);
    expect(screen.queryByText('Copied')).not.toBeNull();

    fireEvent.pointerOut(card);
    wait(4000);
    expect(screen.queryByText('Copied')).toBeNull();
  });

  it('a newer toast replaces the older one, and stays for four seconds', () => {
    act(() => toast.done('First'));
    wait(3000);
    act(() => toast.error('Second'));
    wait(3000);

    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('Second');
  });
});
