import { useEffect, useState } from 'react';
import { sendMedia, sendText, setTyping } from '@/data/domains/chat';
import { lengthOf, mimeOf, TEXT_LIMIT } from '@/data/domains/chat/limits';
import { setDraft, useDraft } from './draft';
import type { Refusal } from './refused-file';
import { textOf } from '@/data/kit/typed/written';

export interface Outgoing {
  text: string;
  file: File | undefined;
  /** The file is being taken over. */
  busy: boolean;
  refusal: Refusal | undefined;
  /** Characters used. */
  length: number;
  canSend: boolean;
  /** Takes a file that was picked; undefined takes it away again. */
  pick: (file: File | undefined) => void;
  /** The refusal was read. */
  accept: () => void;
  send: () => Promise<void>;
}

/** What is about to be said: words, a file or both. Nothing of it is gone before it is safe on the phone. */
export function useOutgoing(): Outgoing {
  const text = useDraft();
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const length = lengthOf(textOf(text));
  const canSend = !busy && length <= TEXT_LIMIT && (length > 0 || file !== undefined);
  useEffect(() => () => setTyping(false), []);

  const sendFile = async (chosen: File) => {
    setBusy(true);
    const result = await sendMedia(chosen).finally(() => setBusy(false));
    setFile(undefined);
    if (result !== 'ok') setRefusal(result);
    return result === 'ok';
  };
  const send = async () => {
    if (!canSend) return;
    setTyping(false);
    // Words about a file that cannot go would only puzzle.
    if (file && !(await sendFile(file))) return;
    if (length > 0) await sendWords(text);
  };
  const pick = (chosen: File | undefined) => {
    if (chosen && !mimeOf(chosen.name)) setRefusal('unsupported');
    else setFile(chosen);
  };
  return {
    text,
    file,
    busy,
    refusal,
    length,
    canSend,
    pick,
    accept: () => setRefusal(undefined),
    send,
  };
}

async function sendWords(text: string): Promise<void> {
  setDraft('');
  await sendText(textOf(text)).catch((error: unknown) => {
    setDraft(text);
    throw error;
  });
}
