import { lazy, Suspense, useState } from 'react';
import type { SheetContents } from '@/shell/sheet-host';
import { useSheet } from '@/shell/sheets';

const SheetHost = lazy(() => import('@/shell/sheet-host'));

const contents: SheetContents = {
  language: lazy(() => import('@/shell/language-sheet')),
};

/** Sheets come with the first one that is opened. */
export function PublicSheets() {
  const { open } = useSheet();
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return <Suspense>{wanted && <SheetHost contents={contents} />}</Suspense>;
}
