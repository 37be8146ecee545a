import { useRouter } from '@tanstack/react-router';
import { Activity, Suspense, useDeferredValue, useState, type ComponentType } from 'react';
import { Sheet, SheetBack } from '@/ui/sheet';
import { closeSheet, useSheet, type SheetName } from './sheets';
import { useReloadBlock } from './block-reload';

export type SheetContents = Partial<Record<SheetName, ComponentType>>;

/**
 * The only sheet of a shell; the address names its content. The sheet opens once the content's code is
 * loaded, and shows the content until it has closed.
 */
export default function SheetHost({ contents }: { contents: SheetContents }) {
  const { open, under, moving } = useSheet();
  const { history } = useRouter();
  const ready = useDeferredValue(open, undefined);
  const [shown, setShown] = useState<SheetName>();
  const turn = useOpeningCount(Boolean(ready));
  if (ready && ready !== shown) setShown(ready);
  const hasContent = Boolean(shown && contents[shown]);
  useReloadBlock(Boolean(open));
  const kept = useShownSheets(shown, under, turn, shown === open && !moving);
  return (
    <Suspense>
      <Sheet
        open={Boolean(open && ready && hasContent)}
        onClose={closeSheet}
        onClosed={() => setShown(undefined)}
      >
        <SheetBack value={under.length > 0 ? () => history.back() : undefined}>
          {kept.map((name) => {
            const Content = contents[name];
            return (
              <Activity key={`${name} ${turn}`} mode={name === shown ? 'visible' : 'hidden'}>
                {Content && <Content />}
              </Activity>
            );
          })}
        </SheetBack>
      </Sheet>
    </Suspense>
  );
}

/**
 * Returns the shown sheet and the hidden sheets that "back" leads to. Hidden sheets keep their input. A
 * reload keeps none of them.
 */
function useShownSheets(
  shown: SheetName | undefined,
  under: readonly SheetName[],
  turn: number,
  isSettled: boolean,
): readonly SheetName[] {
  const [kept, setKept] = useState<{ turn: number; names: readonly SheetName[] }>({ turn, names: [] });
  const before = kept.turn === turn ? kept.names : [];
  // The address changes before the page does. Until the page has followed, no sheet is dropped.
  const staying = before.filter((name) => name === shown || !isSettled || under.includes(name));
  const names = shown && !staying.includes(shown) ? [...staying, shown] : staying;
  if (kept.turn !== turn || names.length !== before.length || names.at(-1) !== before.at(-1))
    setKept({ turn, names });
  return names;
}

/**
 * Returns the number of openings. A sheet that is opened again while it is still closing gets a new instance,
 * so it shows no old result.
 */
function useOpeningCount(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, turn: 0 });
  if (state.isOpen !== isOpen) setState({ isOpen, turn: state.turn + (isOpen ? 1 : 0) });
  return state.turn;
}
