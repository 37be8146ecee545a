import { useSyncExternalStore } from 'react';
import { setDirty } from '@/data/kit/unsaved-work';
import { Signal } from '@/data/kit/store';
import { getSession, watchSession } from '@/data/session/token';
import { textOf } from '@/data/kit/typed/written';
import { passing } from '@/data/kit/web-storage';

const KEY = 'chat-draft';

/** What is typed and not sent yet, for as long as the tab lives: neither closing the chat nor a reload may lose it. */
let [writer, draft] = kept();
const changed = new Signal();

/** Whoever signs in next on this phone does not find another's words. */
function draftOf(who: string): string {
  return who === writer ? draft : '';
}

export function setDraft(text: string): void {
  draft = text;
  writer = writerNow();
  if (text === '') passing.remove(KEY);
  else passing.set(KEY, JSON.stringify([writer, text]));
  setDirty('chat-draft', textOf(text) !== '');
  changed.tell();
}

/** Adds a line to what is typed already, once: nothing of it goes. */
export function addToDraft(words: string): void {
  const typed = draftOf(writerNow());
  if (!typed.includes(words)) setDraft(textOf(typed) ? `${typed.trimEnd()}\n${words}` : words);
}

export function useDraft(): string {
  return useSyncExternalStore(watch, () => draftOf(writerNow()));
}

function kept(): [writer: string, draft: string] {
  try {
    const [who, text] = JSON.parse(passing.get(KEY) ?? '[]') as string[];
    return [who ?? '', text ?? ''];
  } catch {
    return ['', ''];
  }
}

function writerNow(): string {
  return getSession()?.memberId ?? '';
}

function watch(listener: () => void): () => void {
  const stops = [changed.watch(listener), watchSession(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
