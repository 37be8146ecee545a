import { useSyncExternalStore } from 'react';
import { setUnsaved } from '@/data/kit/unsaved-work';
import { Signal } from '@/data/kit/store';
import { getSession, watchSession } from '@/data/session/token';
import { cleanText } from '@/data/kit/typed/written';
import { tabStorage } from '@/data/kit/web-storage';

const KEY = 'chat-draft';

/**
 * The text that the member typed but has not sent. It is kept in the tab's storage, so that closing the chat
 * or reloading does not lose it.
 */
let [writer, draft] = readStoredDraft();
const changed = new Signal();

/** Returns the draft of `owner`. The draft of another member on this phone stays hidden. */
function draftOf(owner: string): string {
  return owner === writer ? draft : '';
}

export function setDraft(text: string): void {
  draft = text;
  writer = findCurrentWriter();
  if (text === '') tabStorage.remove(KEY);
  else tabStorage.set(KEY, JSON.stringify([writer, text]));
  setUnsaved('chat-draft', cleanText(text) !== '');
  changed.emit();
}

/** Adds a line to the draft, unless the draft has it already. Text that was typed before stays. */
export function addToDraft(lineToAdd: string): void {
  const typed = draftOf(findCurrentWriter());
  if (!typed.includes(lineToAdd)) setDraft(cleanText(typed) ? `${typed.trimEnd()}\n${lineToAdd}` : lineToAdd);
}

export function useDraft(): string {
  return useSyncExternalStore(watchDraft, () => draftOf(findCurrentWriter()));
}

function readStoredDraft(): [writer: string, draft: string] {
  try {
    const [owner, text] = JSON.parse(tabStorage.get(KEY) ?? '[]') as string[];
    return [owner ?? '', text ?? ''];
  } catch {
    return ['', ''];
  }
}

function findCurrentWriter(): string {
  return getSession()?.memberId ?? '';
}

function watchDraft(listener: () => void): () => void {
  const stops = [changed.watch(listener), watchSession(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
