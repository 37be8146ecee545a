import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AccrualLogRow } from './accrual-log';

afterEach(cleanup);

it.each(['\u202eIAHCMOS', 'محمد 5'])('a friend’s name %j does not reverse the amount after it', (name) => {
  render(<AccrualLogRow name={name} time="01/02/2026 10:00:00" amount="+12,340.00" />);

  expect(screen.getByText(name).localName).toBe('bdi');
  expect(screen.getByText('+12,340.00').closest('bdi')).toBeNull();
});
