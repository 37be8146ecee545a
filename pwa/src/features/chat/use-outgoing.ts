import { useEffect, useState } from 'react';
import { sendMedia, sendText, setTyping, TEXT_LIMIT } from '@/data/chat';
import { lengthOf, setDraft, useDraft } from './draft';
import type { Refusal } from './refused-file';

export interface Outgoing {
  text: string;
  file: File | undefined;
  /** The file is being taken over. */
  busy: boolean;
  refusal: Refusal | undefined;
  /** Characters used, and how many more there may be; negative where it is too long. */
  length: number;
  left: number;
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
  const length = lengthOf(text.trim());
  const left = TEXT_LIMIT - length;
  const canSend = !busy && left >= 0 && (length > 0 || file !== undefined);
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
    if (chosen && !isNamed(chosen)) setRefusal('unsupported');
    else setFile(chosen);
  };
  return {
    text,
    file,
    busy,
    refusal,
    length,
    left,
    canSend,
    pick,
    accept: () => setRefusal(undefined),
    send,
  };
}

async function sendWords(text: string): Promise<void> {
  setDraft('');
  await sendText(text.trim()).catch((error: unknown) => {
    setDraft(text);
    throw error;
  });
}

/** A file without a known extension says nothing of what it is. */
function isNamed({ name }: File): boolean {
  return /\.(mov|mp4|png|jpe?g|gif)$/i.test(name);
}
