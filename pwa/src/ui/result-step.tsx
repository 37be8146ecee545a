import { Clock, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { DrawnCheck } from './drawn-check';
import { vibrateFor } from './haptics';
import { SheetPage } from './sheet';
import { useFocusHere } from './use-focus-here';

export type Outcome = 'done' | 'pending' | 'failed';

interface ResultStepProps {
  outcome: Outcome;
  title: string;
  children?: ReactNode;
  footer: ReactNode;
}

/**
 * Shows the outcome in place of the form. The icon is a check mark that draws itself, or a clock while
 * pending.
 */
export function ResultStep({ outcome, title, children, footer }: ResultStepProps) {
  const start = useFocusHere<HTMLDivElement>();
  useEffect(() => {
    if (outcome !== 'pending') vibrateFor(outcome);
  }, [outcome]);
  return (
    <SheetPage title={title} titleHidden footer={footer}>
      <div
        ref={start}
        tabIndex={-1}
        role="status"
        className="flex flex-col items-center px-2 pb-4 text-center"
      >
        <Sign key={outcome} outcome={outcome} />
        <p className="mt-4 text-h2 font-bold [text-wrap:balance]">{title}</p>
        {children && <div className="mt-1 text-ink-2">{children}</div>}
      </div>
    </SheetPage>
  );
}

function Sign({ outcome }: { outcome: Outcome }) {
  if (outcome === 'done') return <DrawnCheck />;
  const failed = outcome === 'failed';
  const Icon = failed ? X : Clock;
  return (
    <span
      className={`grid size-18 place-items-center rounded-full ${failed ? 'bg-failed-soft text-failed' : 'bg-pending-soft text-pending'}`}
      aria-hidden="true"
    >
      <Icon className="size-9" strokeWidth={2.4} />
    </span>
  );
}
