// @pure
import { describe, expect, it } from 'vitest';
import { findErrors, buildMessage, newButton, newCard, newDraft, buildPreview } from './draft';

const hint = { text: 'Your text', button: 'Button', reply: 'Answer', card: 'Title' };

describe('a rich message', () => {
  it('the missing fields of a rich message are listed', () => {
    expect([...findErrors(newDraft())]).toEqual([
      ['text', 'required'],
      ['buttons.0.title', 'required'],
      ['buttons.0.payload', 'https'],
    ]);
  });

  it.each([
    ['web', 'http://bank.example', 'https'],
    ['web', 'javascript:alert(1)', 'https'],
    ['web', 'https://krapao.example@evil.example/', 'https'],
    ['web', 'https://bank.example/a', undefined],
    ['call', 'call me', 'phone'],
    ['call', '+66 2 123 4567', undefined],
    ['postback', '', undefined],
    ['other', '', undefined],
  ] as const)('a %s button to %j has the error %s', (type, payload, error) => {
    const draft = { ...newDraft(), text: 'x', buttons: [{ type, title: 'x', payload }] };

    expect(findErrors(draft).get('buttons.0.payload')).toBe(error);
  });

  it('only filled quick replies are sent, each with its title as payload', () => {
    const draft = {
      ...newDraft(),
      kind: 'quick_replies' as const,
      text: ' Which bank? ',
      replies: ['KBank', ' ', 'SCB '],
    };

    expect(buildMessage(draft)).toEqual({
      message_type: 'quick_replies',
      payload: {
        text: 'Which bank?',
        quick_replies: [
          { type: 'postback', title: 'KBank', payload: 'KBank' },
          { type: 'postback', title: 'SCB', payload: 'SCB' },
        ],
      },
    });
    expect(findErrors({ ...draft, replies: [''] }).get('replies.0')).toBe('required');
  });

  it('an empty field of a card is omitted', () => {
    const full = {
      title: 'One',
      subtitle: 'more',
      image: { path: 'chat/x', src: '/media/chat/x' },
      buttons: [newButton()],
    };
    const draft = { ...newDraft(), kind: 'generic' as const, cards: [full, { ...newCard(), title: 'Two' }] };

    expect(buildMessage(draft)).toMatchObject({
      payload: { elements: [{ title: 'One', subtitle: 'more', image_url: 'chat/x' }, { title: 'Two' }] },
    });
    expect(buildMessage({ ...draft, cards: [{ ...newCard(), title: 'Two' }] })).toEqual({
      message_type: 'generic',
      payload: { elements: [{ title: 'Two' }] },
    });
  });

  it('the preview shows a hint in each empty field', () => {
    expect(buildPreview(newDraft(), hint)).toMatchObject({
      payload: { text: 'Your text', buttons: [{ title: 'Button' }] },
    });
    expect(buildPreview({ ...newDraft(), kind: 'quick_replies' }, hint)).toMatchObject({
      payload: { quick_replies: [{ title: 'Answer' }] },
    });
  });
});
