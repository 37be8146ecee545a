import { Suspense, useDeferredValue, useState, type ComponentType } from 'react';
import { Sheet } from '@/ui/sheet';
import { useSheet, type SheetName } from './sheets';

export type SheetContents = Partial<Record<SheetName, ComponentType>>;

/**
 * The one sheet of a shell, with the named content in it. It comes up once its
 * content's code is there, and keeps what it showed until it has gone.
 */
export default function SheetHost({ contents }: { contents: SheetContents }) {
  const { open, close } = useSheet();
  const ready = useDeferredValue(open, undefined);
  const [shown, setShown] = useState<SheetName>();
  if (ready && ready !== shown) setShown(ready);
  const Content = shown && contents[shown];
  return (
    <Suspense>
      <Sheet open={Boolean(open && ready && Content)} onClose={close} onClosed={() => setShown(undefined)}>
        {Content && <Content />}
      </Sheet>
    </Suspense>
  );
}
