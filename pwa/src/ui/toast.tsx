import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';
import { cx } from './cx';

const DURATION_MS = 4000;

interface ShownToast {
  id: number;
  tone: 'done' | 'error';
  text: string;
}

const currentToast = new Store<ShownToast | null>(null);
let lastId = 0;

function showToast(tone: ShownToast['tone'], text: string) {
  currentToast.set({ id: ++lastId, tone, text });
}

function dismiss(id: number) {
  if (currentToast.get()?.id === id) currentToast.set(null);
}

/** Shows short messages that disappear by themselves. Do not use a toast if the member has to act. */
export const toast = {
  done: (text: string) => showToast('done', text),
  error: (text: string) => showToast('error', text),
};

/** Rendered outside the app, so that no sheet covers it. Shows only the newest toast. */
export function ToastViewport() {
  const shown = useStore(currentToast);
  return createPortal(
    <div
      aria-live="polite"
      data-toasts=""
      className="pointer-events-none fixed inset-x-0 top-[max(12px,env(safe-area-inset-top))] z-50 mx-auto max-w-[440px] px-4"
    >
      {shown && <ToastCard key={shown.id} {...shown} />}
    </div>,
    document.body,
  );
}

/** A toast stays while it is touched or hovered, and four more seconds after that. */
function ToastCard({ id, tone, text }: ShownToast) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, id]);
  const failed = tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <div
      role={failed ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className={cx(
        'pointer-events-auto flex animate-toast items-center gap-3 rounded-button px-4 py-3 text-body shadow-e2',
        failed ? 'bg-failed text-failed-ink' : 'bg-strip text-strip-ink',
      )}
    >
      <Icon className={cx('size-5.5 shrink-0', !failed && 'text-strip-in')} aria-hidden="true" />
      <span className="min-w-0 flex-1">{text}</span>
    </div>
  );
}
