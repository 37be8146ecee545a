import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Topic } from '@/features/content/topics';
import type { SheetContents } from '@/nav/sheet-host';
import { useSheet } from '@/nav/sheets';

const SheetHost = lazy(() => import('@/nav/sheet-host'));
const Howto = lazy(() => import('@/features/content/howto-sheet'));

const contents: SheetContents = {
  language: lazy(() => import('@/shell/language-sheet')),
  install: lazy(() => import('@/shell/install-sheet')),
  queue: lazy(() => import('@/shell/queue-sheet')),
  chat: lazy(() => import('@/features/chat/chat-sheet')),
  howto: HowtoContent,
};

/** The code of sheets is loaded when the first one is opened. */
export function PublicSheets() {
  const { open } = useSheet();
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <SheetHost contents={contents} />}</Suspense>;
}

function HowtoContent() {
  const { topic = 'wallet' } = useSearch({ strict: false }) as { topic?: Topic };
  return <Howto topic={topic} />;
}
