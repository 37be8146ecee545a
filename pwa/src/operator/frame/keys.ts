/** Which key means what. */

export type Act = 'next' | 'previous' | 'take' | 'close' | 'reply' | 'canned' | 'back';

export type Letters<Name extends string> = Record<string, Name> & { Slash: Name };

/** By the key's place: on a Thai or Lao keyboard the letters are others, the places the same. */
const inbox: Letters<Act> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyA: 'take',
  KeyC: 'close',
  KeyR: 'reply',
  Slash: 'canned',
};

export interface Pressed {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** Undefined for what is not ours: a browser's own shortcut, or a letter that is being typed. */
export function actOf(pressed: Pressed, isTyping: boolean): Act | undefined {
  return actAmong(inbox, pressed, isTyping);
}

/** The same for another part of the desk, with letters of its own. */
export function actAmong<Name extends string>(
  letters: Letters<Name>,
  pressed: Pressed,
  isTyping: boolean,
): Name | 'back' | undefined {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (isComposing || ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Escape') return 'back';
  if (isTyping) return undefined;
  // Wherever the slash is on this keyboard, and where it would be.
  if (key === '/') return letters.Slash;
  return shiftKey ? undefined : letters[code];
}

/** Whether letters go into this field. A radio button or a box takes none. */
export function takesLetters(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['radio', 'checkbox', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
