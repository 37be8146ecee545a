// @pure
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, isResponseLost, isApiError, NETWORK, NOT_OURS, TIMEOUT } from '../../api/errors';
import {
  IDLE,
  isRunning,
  keyActionIn,
  nextStage,
  MAX_SERVER_ERRORS,
  type CommandEvent,
  type CommandStage,
} from './machine';

const sending = nextStage(IDLE, { is: 'sent', lost: false });
const failure = (error: unknown, late = false): CommandEvent => ({ is: 'failed', error, late });
const refusal = (status: number, code = 'X') => new ApiError(code, status);
const stageAfter = (...events: CommandEvent[]): CommandStage => events.reduce(nextStage, sending);

describe('a command under way', () => {
  it('a sent command has one try and an open key, which is deleted when it is done', () => {
    expect(nextStage(IDLE, { is: 'sent', lost: true })).toEqual({
      at: 'sending',
      lost: true,
      errors: 0,
      tries: 1,
    });
    expect(keyActionIn(stageAfter())).toBe('keep');
    expect(keyActionIn(stageAfter(failure(new ApiError(NETWORK))))).toBe('keep');
    expect(keyActionIn(stageAfter({ is: 'response', response: 1 }))).toBe('delete');
    expect(keyActionIn(IDLE)).toBe('delete');
  });

  it.each([408, 425])('a busy response (%i) repeats the command and counts its tries', (status) => {
    const busy = failure(refusal(status));

    expect(stageAfter(busy, busy)).toEqual({ at: 'checking', lost: true, errors: 0, tries: 3 });
  });

  it('only server errors in a row are counted', () => {
    const troubles = Array.from({ length: MAX_SERVER_ERRORS - 1 }, () => failure(refusal(500)));

    const stage = stageAfter(...troubles, failure(refusal(425)), ...troubles);

    expect(stage).toMatchObject({ at: 'checking', errors: MAX_SERVER_ERRORS - 1 });
  });

  it('a response that is not our server’s does not count as a server error', () => {
    const portal = Array.from({ length: MAX_SERVER_ERRORS }, () => failure(new ApiError(NOT_OURS, 502)));

    expect(stageAfter(...portal)).toMatchObject({ at: 'checking', errors: 0 });
  });

  it.each([408, 500])('a bug of ours that looks like a response fails the command (%i)', (status) => {
    const bug = Object.assign(new Error('a bug'), { status, code: 'EXPIRED_AUTH_TOKEN' });

    expect(stageAfter(failure(bug))).toEqual({ at: 'failed', error: bug, key: 'delete' });
    expect(keyActionIn(stageAfter(failure(new ApiError(NETWORK)), failure(bug)))).toBe('keep');
  });

  it('the password is not requested half an hour after the member’s request', () => {
    const wanted = refusal(401, 'EXPIRED_AUTH_TOKEN');

    expect(stageAfter(failure(wanted, true))).toEqual({ at: 'failed', error: wanted, key: 'delete' });
    expect(stageAfter(failure(refusal(500), true))).toMatchObject({ at: 'failed', key: 'delete' });
  });

  it.each([
    [401, 'keep'],
    [410, 'keep'],
    [429, 'keepForRetry'],
    [400, 'delete'],
    [404, 'delete'],
    [409, 'delete'],
    [422, 'delete'],
    [503, 'keepForRetry'],
  ])('after a response %i, the key of a command that may have been executed is %s', (status, key) => {
    for (const unknown of [new ApiError(NETWORK), refusal(408), refusal(500)])
      expect(keyActionIn(stageAfter(failure(unknown), failure(refusal(status))))).toBe(key);
    expect(keyActionIn(stageAfter(failure(refusal(status))))).toBe(
      [429, 503].includes(status) ? 'keepForRetry' : 'delete',
    );
  });

  it('a command is idle again once its outcome was seen, and not before it has one', () => {
    const seen: CommandEvent = { is: 'seen' };

    expect(stageAfter(seen)).toBe(sending);
    expect(stageAfter({ is: 'response', response: 1 }, seen)).toBe(IDLE);
    expect(stageAfter(failure(refusal(409)), seen)).toBe(IDLE);
    expect(stageAfter(failure(refusal(401, 'EXPIRED_AUTH_TOKEN')), seen)).toBe(IDLE);
  });

  it.each([NETWORK, NOT_OURS, TIMEOUT])('a command whose response is lost is checked (%s)', (code) => {
    expect(stageAfter(failure(new ApiError(code)))).toMatchObject({ at: 'checking', lost: true });
  });

  it('a command fails after several server errors in a row, and keeps its key for a retry by hand', () => {
    const troubles = Array.from({ length: MAX_SERVER_ERRORS }, () => failure(refusal(502)));

    expect(stageAfter(...troubles.slice(1)).at).toBe('checking');
    expect(stageAfter(...troubles)).toMatchObject({ at: 'failed', key: 'keepForRetry' });
  });

  it('a command that needs the password keeps its key open if it may have been executed', () => {
    const wanted = failure(refusal(401, 'EXPIRED_AUTH_TOKEN'));

    expect(keyActionIn(stageAfter(wanted))).toBe('keepForRetry');
    expect(keyActionIn(stageAfter(failure(new ApiError(NETWORK)), wanted))).toBe('keep');
  });

  it('a late response completes the command, and half an hour without one fails it', () => {
    const lost = failure(new ApiError(NETWORK));

    expect(stageAfter(lost, lost, { is: 'response', response: 1 })).toEqual({ at: 'done', response: 1 });
    expect(stageAfter(lost, failure(new ApiError(NETWORK), true))).toMatchObject({
      at: 'failed',
      key: 'delete',
    });
  });
});

describe('events in any order', () => {
  const error = fc.oneof(
    fc.constantFrom(NETWORK, NOT_OURS, TIMEOUT).map((code) => new ApiError(code)),
    fc
      .constantFrom(400, 401, 404, 408, 409, 410, 425, 429, 500, 502, 503, 504)
      .map((status) => refusal(status)),
    fc.constant(refusal(401, 'EXPIRED_AUTH_TOKEN')),
    fc.constant(new Error('a bug')),
  );
  /** After these responses, the effect of an earlier try is unknown. */
  const UNKNOWN = [408, 425, 500, 502, 504];
  const statusOf = (one: unknown) => (isApiError(one) ? one.status : 0);
  const event: fc.Arbitrary<CommandEvent> = fc.oneof(
    fc.record({ is: fc.constant('sent' as const), lost: fc.boolean() }),
    fc.constant({ is: 'response' as const, response: 1 }),
    fc.record({ is: fc.constant('failed' as const), error, late: fc.boolean() }),
    fc.constant({ is: 'seen' as const }),
  );

  it('a command under way is never dropped, and an ended command starts again only when it is sent again', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        let stage: CommandStage = IDLE;
        for (const one of events) {
          const next = nextStage(stage, one);
          if (isRunning(stage) && (one.is === 'seen' || one.is === 'sent')) expect(next).toBe(stage);
          if (!isRunning(stage) && isRunning(next)) expect(one.is).toBe('sent');
          stage = next;
        }
      }),
    );
  });

  it('a key is deleted only if the outcome is known or half an hour has passed', () => {
    fc.assert(
      fc.property(fc.array(error, { maxLength: 8 }), (errors) => {
        let stage: CommandStage = sending;
        let lost = false;
        for (const one of errors) {
          lost ||= isRunning(stage) && (isResponseLost(one) || UNKNOWN.includes(statusOf(one)));
          stage = nextStage(stage, failure(one));
        }
        if (!lost || keyActionIn(stage) !== 'delete') return;
        // After a lost response, only the server's own refusal of this command shows its outcome.
        expect(stage).toMatchObject({ at: 'failed' });
        const { error: last } = stage as { error: ApiError };
        expect([401, 410, 429, 0, ...UNKNOWN]).not.toContain(last.status);
      }),
    );
  });
});
