/** The message being composed, its form for the API, and the errors for which the server would refuse it. */
import type { Card, ChatButton } from '@/data/api/conversation';
import { webAddress } from '@/data/kit/address';
import type { SupportMessage } from '../types';
import { cleanLine, cleanText } from '@/data/kit/typed/written';

export type Kind = 'buttons' | 'quick_replies' | 'generic';

export interface DraftCard {
  title: string;
  subtitle: string;
  /** The picture's path, and the address to show it from. */
  image?: { path: string; src: string };
  buttons: ChatButton[];
}

export interface RichDraft {
  kind: Kind;
  text: string;
  buttons: ChatButton[];
  replies: string[];
  cards: DraftCard[];
}

/** The server's limits. */
export const LIMITS = { text: 2000, title: 80, subtitle: 160, buttons: 3, replies: 11, cards: 10 };

export const newButton = (): ChatButton => ({ type: 'web', title: '', payload: '' });

export const newCard = (): DraftCard => ({ title: '', subtitle: '', buttons: [] });

export const newDraft = (): RichDraft => ({
  kind: 'buttons',
  text: '',
  buttons: [newButton()],
  replies: ['', ''],
  cards: [newCard()],
});

/** Errors by the path of the field in the form: `buttons.0.payload`. */
export type DraftErrors = ReadonlyMap<string, 'required' | 'https' | 'phone'>;

type DraftError = 'required' | 'https' | 'phone';

/** Returns the errors of the draft; empty if it can be sent. */
export function findErrors(draft: RichDraft): DraftErrors {
  const errors: [string, DraftError][] = [];
  const requireText = (place: string, text: string) =>
    cleanLine(text) === '' && errors.push([place, 'required']);
  const checkButtons = (place: string, buttons: ChatButton[]) =>
    buttons.forEach(({ type, title, payload }, i) => {
      requireText(`${place}.${i}.title`, title);
      const wrong = findPayloadError(type, cleanLine(payload));
      if (wrong) errors.push([`${place}.${i}.payload`, wrong]);
    });
  if (draft.kind === 'generic') {
    draft.cards.forEach(({ title, buttons }, i) => {
      requireText(`cards.${i}.title`, title);
      checkButtons(`cards.${i}.buttons`, buttons);
    });
  } else {
    requireText('text', draft.text);
    if (draft.kind === 'buttons') checkButtons('buttons', draft.buttons);
    else if (filterFilled(draft.replies).length === 0) errors.push(['replies.0', 'required']);
  }
  return new Map(errors);
}

/** Returns the message for the API, with trimmed texts. */
export function buildMessage({ kind, text, buttons, replies, cards }: RichDraft): SupportMessage {
  if (kind === 'buttons')
    return { message_type: kind, payload: { text: cleanText(text), buttons: buttons.map(trimButton) } };
  if (kind === 'generic') return { message_type: kind, payload: { elements: cards.map(cardOf) } };
  // The payload is the title that the customer reads. The server receives the payload when the customer taps.
  const quick_replies = filterFilled(replies).map((title) => ({
    type: 'postback' as const,
    title,
    payload: title,
  }));
  return { message_type: kind, payload: { text: cleanText(text), quick_replies } };
}

/** Returns the message for the preview, with hints in place of empty fields. */
export function buildPreview(
  draft: RichDraft,
  hint: { text: string; button: string; reply: string; card: string },
): SupportMessage {
  const textOr = (typed: string, instead: string) => (cleanLine(typed) ? typed : instead);
  const withTitle = (button: ChatButton) => ({ ...button, title: textOr(button.title, hint.button) });
  return buildMessage({
    ...draft,
    text: textOr(draft.text, hint.text),
    buttons: draft.buttons.map(withTitle),
    replies: filterFilled(draft.replies).length > 0 ? draft.replies : [hint.reply],
    cards: draft.cards.map((card) => ({
      ...card,
      title: textOr(card.title, hint.card),
      buttons: card.buttons.map(withTitle),
    })),
  });
}

function cardOf({ title, subtitle, image, buttons }: DraftCard): Card {
  return {
    ...(image && { image_url: image.path, image_src: image.src }),
    title: cleanLine(title),
    ...(cleanLine(subtitle) && { subtitle: cleanLine(subtitle) }),
    ...(buttons.length > 0 && { buttons: buttons.map(trimButton) }),
  };
}

function trimButton({ type, title, payload }: ChatButton): ChatButton {
  return {
    type,
    title: cleanLine(title),
    payload: type === 'postback' ? cleanLine(payload) || cleanLine(title) : cleanLine(payload),
  };
}

function filterFilled(replies: string[]): string[] {
  return replies.map((reply) => cleanLine(reply)).filter(Boolean);
}

function findPayloadError(type: ChatButton['type'], payload: string): DraftError | undefined {
  if (type === 'web') return webAddress(payload) ? undefined : 'https';
  if (type === 'call') return /^\+?[0-9][0-9 -]{2,19}$/.test(payload) ? undefined : 'phone';
  return undefined;
}
