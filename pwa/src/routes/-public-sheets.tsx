import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Topic } from '@/features/content/topics';
import type { SheetContents } from '@/shell/sheet-host';
import { useSheet } from '@/shell/sheets';

const SheetHost = lazy(() => import('@/shell/sheet-host'));
const Chat = lazy(() => import('@/features/chat/chat-sheet'));
const Howto = lazy(() => import('@/features/content/howto-sheet'));

const contents: SheetContents = {
  language: lazy(() => import('@/shell/language-sheet')),
  install: lazy(() => import('@/shell/install-sheet')),
  queue: lazy(() => import('@/shell/queue-sheet')),
  chat: ChatContent,
  howto: HowtoContent,
};

/** Sheets come with the first one that is opened. */
export function PublicSheets() {
  const { open } = useSheet();
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return <Suspense>{wanted && <SheetHost contents={contents} />}</Suspense>;
}

function ChatContent() {
  const { showOver, close } = useSheet();
  return <Chat onClose={close} onInstall={() => showOver('install')} />;
}

function HowtoContent() {
  const { topic = 'wallet' } = useSearch({ strict: false }) as { topic?: Topic };
  return <Howto topic={topic} />;
}
