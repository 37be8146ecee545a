import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { refreshHome } from '@/data/engine/home/home';
import { logOutMember, logInMember, wallet } from '../../../../test/games';
import { ok } from '../../../../test/server';
import { FailExample, Notice } from './bonus-sheet';

beforeAll(() => startI18n('en'));
afterEach(logOutMember);

// spec 7.5
it('the notice contains the percentage of its own bonus at each placeholder', async () => {
  const server = await logInMember([]);
  const notice = '<p>At {percentFail}% it ends.</p><p>Not above {percentFail}%, {name}.</p>';
  server.on('GET /api/lookup/notice', () => ok({ notice }));

  render(
    <>
      <Notice percentFail={7} />
      <Notice percentFail={12} />
    </>,
  );

  await screen.findByText('At 7% it ends.');
  expect(screen.getByText('Not above 7%, {name}.')).toBeTruthy();
  expect(screen.getByText('At 12% it ends.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('percentFail');
});

it('the example uses the percentage, or the general setting if that is higher', async () => {
  const server = await logInMember([]);
  server.on('GET /api/lookup/notice', () => ok({ notice: '<p>Terms</p>' }));
  server.on('GET /api/lookup/withdraw', () =>
    ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 0, bonusEnd: 30 }),
  );

  render(
    <>
      <Notice percentFail={5} />
      <Notice percentFail={2} />
    </>,
  );

  await screen.findByText('For example, with 1,000.00 baht after the bonus, it ends at 50.00 baht or less');
  await screen.findByText('For example, with 1,000.00 baht after the bonus, it ends at 30.00 baht or less');
});

it('the example of a promotion uses at most its maximum', async () => {
  const server = await logInMember([]);
  server.on('GET /api/lookup/withdraw', () =>
    ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 0, bonusEnd: 30 }),
  );

  render(<FailExample percent={5} most={10} />);

  await screen.findByText('For example, with 1,000.00 baht after the bonus, it ends at 10.00 baht or less');
});

it('the example uses an amount that is usual in kip', async () => {
  const server = await logInMember([]);
  server.on('GET /api/wallet', () => ok({ wallet: { ...wallet(1_000), currency: 'LAK' }, slots: [] }));
  server.on('GET /api/lookup/notice', () => ok({ notice: '<p>Terms</p>' }));
  await act(() => refreshHome());

  render(<Notice percentFail={5} />);

  await screen.findByText(/^For example, with 500,000\.00 \S+ after the bonus, it ends at 25,000\.00/);
});
