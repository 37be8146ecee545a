import { Suspense, useState, type ComponentType } from 'react';
import { Sheet } from '@/ui/sheet';
import { useSheet, type SheetName } from './sheets';

export type SheetContents = Partial<Record<SheetName, ComponentType>>;

/** The one sheet of a shell, with the named content in it. It keeps what it showed until it has gone. */
export default function SheetHost({ contents }: { contents: SheetContents }) {
  const { open, close } = useSheet();
  const [shown, setShown] = useState(open);
  if (open && open !== shown) setShown(open);
  const Content = shown && contents[shown];
  return (
    <Sheet open={Boolean(open && contents[open])} onClose={close} onClosed={() => setShown(undefined)}>
      <Suspense fallback={<div className="h-64" />}>{Content && <Content />}</Suspense>
    </Sheet>
  );
}
