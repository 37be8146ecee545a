import { Drawer } from '@base-ui/react/drawer';
import { ArrowLeft, X } from 'lucide-react';
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { FocusAtOnce } from './focus-at-once';
import { IconButton } from './icon-button';
import { useBackLayer } from './layers';
import { useMedia } from './media';

interface SheetProps {
  open: boolean;
  /** Called when the user closes it: by the X, a swipe, Escape, a tap outside, or the phone's back key. */
  onClose: () => void;
  /** The closing animation has ended. */
  onClosed?: () => void;
  children: ReactNode;
}

const popup = [
  'flex w-full flex-col bg-bg text-ink shadow-e3 outline-none',
  'max-h-[92dvh] rounded-t-sheet lying:max-h-dvh [transform:translateY(var(--drawer-swipe-movement-y))]',
  'transition-transform duration-[280ms] ease-sheet will-change-transform data-swiping:duration-0',
  'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)]',
  'data-ending-style:duration-200 data-ending-style:ease-leave',
  'has-data-tall:h-[calc(100dvh-56px)] has-data-tall:max-h-none md:has-data-tall:h-[86dvh]',
  'md:max-h-[86dvh] md:w-[440px] md:rounded-sheet md:transition-[opacity,transform] md:[transform:none]',
  'md:data-starting-style:opacity-0 md:data-ending-style:opacity-0',
  'md:data-starting-style:[transform:translateY(12px)] md:data-ending-style:[transform:translateY(12px)]',
].join(' ');

const backdrop = [
  'fixed inset-0 min-h-dvh bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))]',
  'transition-opacity duration-[280ms] data-swiping:duration-0 data-ending-style:duration-200',
  'data-starting-style:opacity-0 data-ending-style:opacity-0 supports-[-webkit-touch-callout:none]:absolute',
].join(' ');

/**
 * The only modal of the app: a bottom drawer on phones, a dialog of 440 px on screens at least 768 px wide.
 * Only one is open at a time; another page inside it replaces the content.
 */
export function Sheet({ open, onClose, onClosed, children }: SheetProps) {
  const wide = useMedia('(min-width: 48rem)');
  const ref = useRef<HTMLDivElement>(null);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className={backdrop} />
          <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center">
            <Drawer.Popup ref={ref} className={popup} {...(wide && { 'data-base-ui-swipe-ignore': '' })}>
              <FocusAtOnce of={ref} />
              <SheetOpen value={open}>{children}</SheetOpen>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}

/** False while the sheet closes. Its content is still drawn until it has closed. */
export const SheetOpen = createContext(true);

/**
 * Calls `onGone` when seen content disappears with the sheet. The member did not see content that appeared
 * while the sheet was closing, so it stays for the next opening.
 */
export function useSeenOnClose(isThere: boolean, onGone: () => void): void {
  const isOpen = use(SheetOpen);
  const seen = useRef(false);
  const handleSeen = useEffectEvent(onGone);
  useEffect(() => {
    seen.current = isThere && (isOpen || seen.current);
  }, [isThere, isOpen]);
  useEffect(
    () => () => {
      if (seen.current) handleSeen();
    },
    [],
  );
}

/** Goes back to the sheet from which this one was opened, if any. */
export const SheetBack = createContext<(() => void) | undefined>(undefined);

interface SheetPageProps {
  title: string;
  /** True if a picture shows the title. It is then visible only to screen readers. */
  titleHidden?: boolean;
  /** Goes one level up within the sheet. */
  onBack?: () => void;
  /** The main button, fixed above the keyboard. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The layout of a sheet: title on the left, close button on the right, a scrolling body, and a footer that is
 * fixed if there is space.
 */
export function SheetPage({ title, titleHidden, onBack, footer, children }: SheetPageProps) {
  const { t } = useTranslation('ui');
  const toSheetBelow = use(SheetBack);
  const goBack = onBack ?? toSheetBelow;
  const titleId = useId();
  const { ref, isStop } = useTabStop();
  const { ref: footerRef, isTall } = useTallFooter();
  useBackLayer(onBack !== undefined, () => onBack?.());
  return (
    <>
      <div className="relative shrink-0 px-4 pt-6 lying:pt-2">
        <span
          className="absolute top-2.5 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-control/60 md:hidden"
          aria-hidden="true"
        />
        <div className="flex min-h-11 items-center gap-1">
          {goBack && <IconButton icon={ArrowLeft} label={t('back')} onClick={goBack} className="-ml-2.5" />}
          <Drawer.Title
            id={titleId}
            className={titleHidden ? 'sr-only' : 'min-w-0 flex-1 pl-1 text-h2 font-bold'}
          >
            <bdi>{title}</bdi>
          </Drawer.Title>
          <Drawer.Close
            render={<IconButton icon={X} label={t('close')} className="-mr-2 ml-auto text-ink-2" />}
          />
        </div>
      </div>
      {/* Both cases have the same elements, so that a button keeps its state and the focus. */}
      <div className={isTall ? 'min-h-0 flex-1 overflow-y-auto overscroll-contain' : 'contents'}>
        <Drawer.Content
          ref={ref}
          {...(isStop && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
          className={cx(
            'px-4 pt-3',
            !isTall && 'min-h-0 flex-1 overflow-y-auto overscroll-contain',
            footer ? 'pb-4' : 'pb-[max(1.5rem,env(safe-area-inset-bottom))]',
          )}
        >
          {children}
        </Drawer.Content>
        {footer && (
          <div
            ref={footerRef}
            className="shrink-0 px-4 pt-2 pb-[calc(max(1rem,env(safe-area-inset-bottom))+var(--drawer-keyboard-inset,0px))]"
          >
            {footer}
          </div>
        )}
      </div>
    </>
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * Makes a scrolling body focusable if nothing in it is focusable: otherwise keyboard users could not scroll
 * it. Returns the ref of the body, and whether the body must be focusable.
 */
function useTabStop() {
  const [body, ref] = useState<HTMLElement | null>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    if (!body || typeof ResizeObserver === 'undefined') return;
    const measure = () =>
      setStop(body.scrollHeight > body.clientHeight + 1 && body.querySelector(FOCUSABLE) === null);
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const each of [body, ...body.children]) sizes.observe(each);
      measure();
    };
    const changes = new MutationObserver(watch);
    changes.observe(body, { childList: true, subtree: true });
    watch();
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [body]);
  return { ref, isStop };
}

/** The maximum share of the screen's height that a fixed footer may take. */
const MAX_FOOTER_SHARE = 0.33;

/**
 * Returns the ref of the footer, and whether it is too tall. With large text, a fixed footer may hide the
 * content that its button acts on. A footer that is too tall scrolls with the content.
 */
function useTallFooter() {
  const [footer, ref] = useState<HTMLElement | null>(null);
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    if (!footer || typeof ResizeObserver === 'undefined') return;
    // Measures only the content's height, since a keyboard above the sheet adds to the padding.
    const sizes = new ResizeObserver(([size]) =>
      setTall(size!.contentRect.height > innerHeight * MAX_FOOTER_SHARE),
    );
    sizes.observe(footer);
    return () => sizes.disconnect();
  }, [footer]);
  return { ref, isTall };
}
