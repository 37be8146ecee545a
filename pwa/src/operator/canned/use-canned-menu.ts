import { useId, useState } from 'react';
import { useSelected } from '@/data/kit/use-store';
import { isKey, pressIndex, type PressedKey } from '../frame/keys';
import type { CannedReply } from '../types';
import { cannedStore, filterCanned, textFor } from './canned';

export interface CannedMenuState {
  id: string;
  isOpen: boolean;
  found: CannedReply[];
  /** The index of the reply that Enter inserts; -1 if there is none. */
  chosen: number;
  activeId: string | undefined;
  insert: (reply: CannedReply | undefined) => void;
  /** Handles a key. Returns true if the key was meant for the list. */
  onKey: (event: PressedKey) => boolean;
}

/** Returns the list of canned replies. It is open while the field's text begins with a slash. */
export function useCannedMenu(
  text: string,
  locale: string,
  onInsert: (text: string) => void,
): CannedMenuState {
  const id = useId();
  const replies = useSelected(cannedStore, (state) => state.replies);
  const [active, setActive] = useState({ index: 0, text: text });
  // True after Escape: a message may also begin with a slash. The list stays closed until the next slash.
  const [isDismissed, setDismissed] = useState(false);
  const isSlash = text.startsWith('/');
  if (isDismissed && !isSlash) setDismissed(false);
  const isOpen = isSlash && !isDismissed;
  const found = isOpen ? filterCanned(replies, text.slice(1)) : [];
  // A changed text has another list, so the selection starts at its top.
  const chosen = Math.min(active.text === text ? active.index : 0, found.length - 1);
  const choose = (at: number) => setActive({ index: (at + found.length) % found.length, text: text });
  const insert = (reply: CannedReply | undefined) => reply && onInsert(textFor(reply, locale));
  const onKey = (event: PressedKey): boolean => {
    if (!isOpen) return false;
    const arrow = pressIndex('choose', event);
    if (isKey('back', event)) setDismissed(true);
    else if (arrow >= 0 && found.length > 0) choose(chosen + (arrow === 0 ? 1 : -1));
    else if (isKey('pick', event) || isKey('insert', event)) insert(found[chosen]);
    else return false;
    return true;
  };
  const current = found[chosen];
  return { id, isOpen, found, chosen, activeId: current && `${id}-${current.id}`, insert, onKey };
}
