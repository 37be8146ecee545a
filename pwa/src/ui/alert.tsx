import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass } from './button';
import { FocusAtOnce } from './focus-at-once';
import { vibrateFor } from './haptics';
import { useBackLayer } from './layers';

interface AlertProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The label of the only button, which closes the alert. */
  action: string;
  onClose: () => void;
}

/** A dialog that reports a failure, also above a sheet. It has one button, since the user has no choice. */
export function Alert({ open, title, children, action, onClose }: AlertProps) {
  const ref = useRef<HTMLDivElement>(null);
  useBackLayer(open, onClose);
  useEffect(() => {
    if (open) vibrateFor('failed');
  }, [open]);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          ref={ref}
          className="fixed inset-x-0 top-1/2 z-50 mx-auto w-[min(340px,100vw-48px)] -translate-y-1/2 rounded-wallet bg-bg p-5 text-center text-ink shadow-e3 outline-none transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <FocusAtOnce of={ref} />
          <span
            className="mx-auto grid size-14 place-items-center rounded-full bg-failed-soft text-failed"
            aria-hidden="true"
          >
            <CircleAlert className="size-7" />
          </span>
          <AlertDialog.Title className="mt-3 text-h3 font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-body text-ink-2">{children}</AlertDialog.Description>
          <AlertDialog.Close className={`mt-5 ${buttonClass('primary', true)}`}>{action}</AlertDialog.Close>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
