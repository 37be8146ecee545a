import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { groupPhone } from './format/digits';
import { findCaretPosition } from './use-formatted';
import { TextInput } from './text-input';
import { lineReading } from './line-reading';

afterEach(cleanup);

/** Types as a keyboard does: sets the new text, and the caret after the typed text. */
function type(input: HTMLInputElement, text: string, caret = text.length) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
  input.setSelectionRange(caret, caret);
  fireEvent.input(input);
}

describe('an input that rewrites typed text', () => {
  it('the form receives the rewritten text each time', () => {
    const received = vi.fn();
    render(
      <TextInput
        label="Phone"
        reading={{ kind: 'phone', format: groupPhone }}
        onChange={(event) => received(event.currentTarget.value)}
      />,
    );
    const input = screen.getByLabelText<HTMLInputElement>('Phone');

    type(input, '0812');

    expect(input.value).toBe('081 2');
    expect(received).toHaveBeenLastCalledWith('081 2');
  });

  it('the caret stays after a digit that was typed in the middle', () => {
    render(
      <TextInput label="Phone" reading={{ kind: 'phone', format: groupPhone }} defaultValue="081 245 678" />,
    );
    const input = screen.getByLabelText<HTMLInputElement>('Phone');

    type(input, '081 2345 678', 6);

    expect(input.value).toBe('081 234 5678');
    expect(input.selectionStart).toBe(6);
  });
});

describe('the position of the caret', () => {
  it.each([
    ['081 234', 0, 0],
    ['081 234', 3, 3],
    ['081 234', 4, 5],
    ['081 234', 9, 7],
  ])('in "%s" after %d digits the caret is at %d', (text, count, place) => {
    expect(findCaretPosition(text, count)).toBe(place);
  });
});

describe('a field with an error', () => {
  it('a field with an error is marked as invalid and described by its message', () => {
    render(<TextInput label="Name" reading={lineReading} error="Please fill this in" />);
    const input = screen.getByLabelText('Name');

    const note = document.getElementById(input.getAttribute('aria-describedby')!);

    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(note?.textContent).toBe('Please fill this in');
  });
});
