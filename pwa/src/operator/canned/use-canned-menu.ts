import { useId, useState } from 'react';
import { usePart } from '@/data/kit/use-store';
import { isKey, pressOf, type Pressed } from '../frame/keys';
import type { Canned } from '../types';
import { cannedStore, matching, textFor } from './canned';

export interface CannedMenuState {
  id: string;
  isOpen: boolean;
  found: Canned[];
  /** Which one Enter takes; -1 where there is none. */
  chosen: number;
  activeId: string | undefined;
  insert: (reply: Canned | undefined) => void;
  /** True where the key was for the list. */
  onKey: (event: Pressed) => boolean;
}

/** The list of answers that stands over the field while its text begins with a slash. */
export function useCannedMenu(
  text: string,
  locale: string,
  onInsert: (text: string) => void,
): CannedMenuState {
  const id = useId();
  const replies = usePart(cannedStore, (state) => state.replies);
  const [active, setActive] = useState({ at: 0, of: text });
  // A message may begin with a slash all the same: Escape puts the list away until the next one.
  const [isPutAway, setPutAway] = useState(false);
  const isSlash = text.startsWith('/');
  if (isPutAway && !isSlash) setPutAway(false);
  const isOpen = isSlash && !isPutAway;
  const found = isOpen ? matching(replies, text.slice(1)) : [];
  // Other words, another list: from its top.
  const chosen = Math.min(active.of === text ? active.at : 0, found.length - 1);
  const choose = (at: number) => setActive({ at: (at + found.length) % found.length, of: text });
  const insert = (reply: Canned | undefined) => reply && onInsert(textFor(reply, locale));
  const onKey = (event: Pressed): boolean => {
    if (!isOpen) return false;
    const arrow = pressOf('choose', event);
    if (isKey('back', event)) setPutAway(true);
    else if (arrow >= 0 && found.length > 0) choose(chosen + (arrow === 0 ? 1 : -1));
    else if (isKey('use', event) || isKey('insert', event)) insert(found[chosen]);
    else return false;
    return true;
  };
  const current = found[chosen];
  return { id, isOpen, found, chosen, activeId: current && `${id}-${current.id}`, insert, onKey };
}
