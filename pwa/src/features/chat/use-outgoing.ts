import { useEffect, useState } from 'react';
import { sendMedia, sendText, setTyping } from '@/data/domains/chat';
import { lengthOf, mimeOf, TEXT_LIMIT } from '@/data/domains/chat/limits';
import { setDraft, useDraft } from './draft';
import type { Refusal } from './refused-file';
import { cleanText } from '@/data/kit/typed/written';

export interface OutgoingMessage {
  text: string;
  file: File | undefined;
  /** The file is being stored. */
  busy: boolean;
  refusal: Refusal | undefined;
  /** Number of characters used. */
  length: number;
  canSend: boolean;
  /** Sets the picked file; undefined removes it. */
  pick: (file: File | undefined) => void;
  /** Clears the refusal once the member has read it. */
  dismissRefusal: () => void;
  send: () => Promise<void>;
}

/**
 * Holds the message to be sent: text, a file or both. The file is cleared once the phone has stored it. The
 * text is cleared at once, and put back if the phone cannot store it.
 */
export function useOutgoingMessage(): OutgoingMessage {
  const text = useDraft();
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const length = lengthOf(cleanText(text));
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
    // Text about a file that cannot be sent would confuse the reader, so it is not sent either.
    if (file && !(await sendFile(file))) return;
    if (length > 0) await sendDraft(text);
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
    dismissRefusal: () => setRefusal(undefined),
    send,
  };
}

async function sendDraft(text: string): Promise<void> {
  setDraft('');
  await sendText(cleanText(text)).catch((error: unknown) => {
    setDraft(text);
    throw error;
  });
}
