import { ArrowLeft } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Button } from '@/ui/button';
import { useWords } from '../../i18n';
import { shortcutOf, type KeyName } from '../../frame/keys';
import { Keys } from '../../ui/kbd';
import { SmallButton } from '../../ui/small-button';
import { CURRENT_ROW, focusOn } from '../../frame/focus';

interface ActButtonProps {
  children: ReactNode;
  isBusy?: boolean;
  disabled?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** The key that does the same. */
  shortcut?: KeyName;
  /** It has just appeared, and does nothing yet. */
  isEarly?: boolean;
  describedBy?: string;
}

/** The act that the desk is for. */
export function YesButton({
  children,
  isBusy,
  isEarly,
  describedBy,
  shortcut = 'accept',
  ...rest
}: ActButtonProps) {
  return (
    <Button
      {...rest}
      busy={isBusy === true}
      aria-keyshortcuts={shortcutOf(shortcut)}
      aria-describedby={describedBy}
      data-early={isEarly || undefined}
      data-yes=""
      className="min-w-0 grow basis-28 !px-2.5 !text-body transition-opacity data-early:opacity-50 not-disabled:[&_kbd]:bg-brand-ink/20"
    >
      <Labelled shortcut={shortcut}>{children}</Labelled>
    </Button>
  );
}

/** Destructive is red text in a frame, never filled. */
export function NoButton({
  children,
  isBusy,
  isEarly,
  describedBy,
  shortcut = 'refuse',
  ...rest
}: ActButtonProps) {
  return (
    <Button
      {...rest}
      variant="danger"
      busy={isBusy === true}
      aria-keyshortcuts={shortcutOf(shortcut)}
      aria-describedby={describedBy}
      data-early={isEarly || undefined}
      data-no=""
      className="min-h-13 transition-opacity data-early:opacity-50 !rounded-button border-[1.5px] border-failed !px-3 disabled:border-line"
    >
      <Labelled shortcut={shortcut}>{children}</Labelled>
    </Button>
  );
}

/** The key stands below the label: beside it there is no room for the longer amounts. */
function Labelled({ shortcut, children }: { shortcut: KeyName; children: ReactNode }) {
  return (
    <span className="flex flex-col items-center gap-0.5 py-1 leading-5">
      {children}
      <Keys of={shortcut} />
    </span>
  );
}

/** Out of a form of the detail, and back to the row that it is about. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const { say } = useWords();
  return (
    <SmallButton
      icon={ArrowLeft}
      tone="quiet"
      onClick={() => {
        onBack();
        focusOn(CURRENT_ROW);
      }}
    >
      {say('form.back')}
    </SmallButton>
  );
}
