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
  const turn = useTurn(Boolean(ready));
  if (ready && ready !== shown) setShown(ready);
  const Content = shown && contents[shown];
  return (
    <Suspense>
      <Sheet open={Boolean(open && ready && Content)} onClose={close} onClosed={() => setShown(undefined)}>
        {Content && <Content key={turn} />}
      </Sheet>
    </Suspense>
  );
}

/** Counts openings: opened again while it still sinks, a sheet begins anew and shows no old result. */
function useTurn(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, turn: 0 });
  if (state.isOpen !== isOpen) setState({ isOpen, turn: state.turn + (isOpen ? 1 : 0) });
  return state.turn;
}
