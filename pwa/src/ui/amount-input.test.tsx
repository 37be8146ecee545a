import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { AmountInput } from './amount-input';
import { formatTyping, parseFieldAmount, formatFieldAmount } from './format/typed-amount';

beforeAll(() => startI18n('en'));
afterEach(cleanup);

describe('the text of an amount', () => {
  it.each([
    ['', ''],
    ['2500', '2,500'],
    ['2500.', '2,500.'],
    ['2500.5', '2,500.5'],
    ['2500.055', '2,500.05'],
    ['1.2.3', '1.23'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['-5', '5'],
    ['1e9', '19'],
    ['฿1,234,567.50', '1,234,567.50'],
    ['123456789', '1,234,567'],
    ['๒๕๐๐', '2,500'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatTyping(typed)).toBe(shown);
  });

  it.each([
    ['', undefined],
    ['0', 0],
    ['2,500', 250_000],
    ['2,500.', 250_000],
    ['0.1', 10],
    ['1.15', 115],
    ['4,503.29', 450_329],
  ])('%j is %j satang', (text, satang) => {
    expect(parseFieldAmount(text)).toBe(satang);
  });

  it('formatting and parsing preserve each satang', () => {
    for (const satang of [0, 1, 10, 99, 100, 115, 100_000, 1_248_050]) {
      expect(parseFieldAmount(formatFieldAmount(satang))).toBe(satang);
    }
  });
});

describe('the field for an amount', () => {
  const received = vi.fn();
  function Field({ error }: { error?: string }) {
    const [value, setValue] = useState<number>();
    const change = (satang: number | undefined) => {
      received(satang);
      setValue(satang);
    };
    const all = { label: 'All', corner: 'Available 1,248.50', satang: 124_850 };
    return (
      <AmountInput
        label="Amount"
        unit="baht"
        value={value}
        onChange={change}
        presets={[50_000, 500_000]}
        all={all}
        hint="From 100"
        error={error}
      />
    );
  }
  const field = () => screen.getByLabelText<HTMLInputElement>('Amount', { selector: 'input' });
  /** Types a text like a keyboard does. */
  const type = (text: string, data: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
    field().setSelectionRange(text.length, text.length);
    fireEvent(field(), new InputEvent('input', { bubbles: true, data }));
  };

  /** Types like a keyboard with prediction does: the composed text is in the field and may still change. */
  const compose = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
    field().setSelectionRange(text.length, text.length);
    const inputType = 'insertCompositionText';
    fireEvent(field(), new InputEvent('input', { bubbles: true, data: text, inputType, isComposing: true }));
  };

  it('the field groups digits while typing, and reports whole satang', () => {
    render(<Field />);

    type('2500', '0');

    expect(field().value).toBe('2,500');
    expect(received).toHaveBeenLastCalledWith(250_000);
  });

  it.each([
    ['100,50', 'a comma that is no thousands mark'],
    ['1.000,50', 'another country’s number format'],
    ['1e3', 'an exponent'],
    ['-5', 'a negative amount'],
    ['500 USD', 'another currency'],
  ])('pasting %s leaves the field unchanged and shows why: %s', (pasted) => {
    render(<Field />);
    type('2500', '0');
    received.mockClear();

    type(pasted, pasted);

    expect(field().value).toBe('2,500');
    expect(received).toHaveBeenLastCalledWith(250_000);
    expect(screen.getByText("The pasted text can't be used. This field hasn't changed")).toBeTruthy();
    type('2,5001', '1');
    expect(screen.queryByText("The pasted text can't be used. This field hasn't changed")).toBeNull();
  });

  it('the field is unchanged even if the rejected text has the same length', () => {
    render(<Field />);
    type('12345', '5');

    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), '100,50');
    fireEvent(field(), new InputEvent('input', { bubbles: true, data: null, inputType: 'insertFromPaste' }));

    expect(field().value).toBe('12,345');
    expect(received).toHaveBeenLastCalledWith(1_234_500);
  });

  it('the field returns to the tapped preset, and not to what was typed before', () => {
    render(<Field />);
    fireEvent.focus(field());
    type('77', '7');
    fireEvent.click(screen.getByRole('button', { name: '500' }));

    type('1e3', '1e3');

    expect(field().value).toBe('500');
    expect(received).toHaveBeenLastCalledWith(50_000);
  });

  it('the field shows an amount with more digits than can be typed', () => {
    render(<AmountInput label="Amount" unit="baht" value={12_345_678_50} onChange={received} />);

    expect(field().value).toBe('12,345,678.50');
  });

  it('pasting one clear amount with its unit is accepted', () => {
    render(<Field />);

    type('1,000.50 บาท', '1,000.50 บาท');

    expect(field().value).toBe('1,000.50');
    expect(received).toHaveBeenLastCalledWith(100_050);
  });

  it('the caret is after a digit that follows a first point', () => {
    render(<Field />);

    type('.', '.');
    expect(field().value).toBe('0.');
    expect(field().selectionStart).toBe(2);
    type('0.5', '5');

    expect(received).toHaveBeenLastCalledWith(50);
  });

  it.each([
    ['1000', '1,000', 100_000],
    ['1500', '1,500', 150_000],
    ['12345', '12,345', 1_234_500],
  ])('the field is not rewritten while a keyboard composes %s', (digits, shown, satang) => {
    render(<Field />);
    fireEvent.focus(field());
    fireEvent.compositionStart(field());
    for (let i = 1; i <= digits.length; i++) {
      compose(digits.slice(0, i));
      expect(field().value).toBe(digits.slice(0, i));
    }
    expect(received).toHaveBeenLastCalledWith(satang);

    fireEvent.compositionEnd(field(), { data: digits });

    expect(field().value).toBe(shown);
    expect(received).toHaveBeenLastCalledWith(satang);
  });

  it('a point at the end stays for the satang', () => {
    render(<Field />);

    type('2500', '0');
    type('2,500.', '.');

    expect(field().value).toBe('2,500.');
    expect(received).toHaveBeenLastCalledWith(250_000);
  });

  it('the comma of a keyboard without a point is accepted', () => {
    render(<Field />);

    type('2500', '0');
    type('2,500,', ',');
    type('2,500.7', '7');

    expect(received).toHaveBeenLastCalledWith(250_070);
  });

  it('a preset, "all" and a tap on the available amount fill the field', () => {
    render(<Field />);

    fireEvent.click(screen.getByRole('button', { name: '500' }));
    expect(field().value).toBe('500');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(field().value).toBe('1,248.50');
    type('', '');
    fireEvent.click(screen.getByRole('button', { name: 'Available 1,248.50' }));
    expect(field().value).toBe('1,248.50');
  });

  it('presets above the available amount are not offered', () => {
    render(<Field />);

    expect(screen.getByRole('button', { name: '5,000' })).toHaveProperty('disabled', true);
  });

  it('an error replaces the limits, and is part of the field’s description', () => {
    const { rerender } = render(<Field />);
    expect(screen.queryByText('From 100')).not.toBeNull();

    rerender(<Field error="Too little" />);

    expect(screen.queryByText('From 100')).toBeNull();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(field().getAttribute('aria-describedby')!);
    expect(note?.textContent).toBe('Too little');
  });
});
