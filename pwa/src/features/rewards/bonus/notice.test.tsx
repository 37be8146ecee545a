import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { memberLeaves, memberWith } from '../../../../test/games';
import { ok } from '../../../../test/server';
import { Notice } from './bonus-sheet';

beforeAll(() => startI18n('en'));
afterEach(memberLeaves);

// spec 7.5
it('holds the percentage of its own bonus wherever the text has a place for it', async () => {
  const server = await memberWith([]);
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
