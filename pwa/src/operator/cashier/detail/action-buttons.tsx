import { ArrowLeft } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Button } from '@/ui/button';
import { useTexts } from '../../i18n';
import { shortcutOf, type KeyName } from '../../frame/keys';
import { Keys } from '../../ui/kbd';
import { SmallButton } from '../../ui/small-button';
import { CURRENT_ROW, focusOn } from '../../frame/focus';

interface ActionButtonProps {
  children: ReactNode;
  isBusy?: boolean;
  disabled?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** The key with the same effect. */
  shortcut?: KeyName;
  /** True if the button has just appeared. It then ignores clicks. */
  isEarly?: boolean;
  describedBy?: string;
}

/** The button to accept. */
export function YesButton({
  children,
  isBusy,
  isEarly,
  describedBy,
  shortcut = 'accept',
  ...rest
}: ActionButtonProps) {
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
      <ButtonLabel shortcut={shortcut}>{children}</ButtonLabel>
    </Button>
  );
}

/** A destructive button has red text in a border, and is never filled. */
export function NoButton({
  children,
  isBusy,
  isEarly,
  describedBy,
  shortcut = 'refuse',
  ...rest
}: ActionButtonProps) {
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
      <ButtonLabel shortcut={shortcut}>{children}</ButtonLabel>
    </Button>
  );
}

/** The key is below the label: longer amounts leave no space next to it. */
function ButtonLabel({ shortcut, children }: { shortcut: KeyName; children: ReactNode }) {
  return (
    <span className="flex flex-col items-center gap-0.5 py-1 leading-5">
      {children}
      <Keys of={shortcut} />
    </span>
  );
}

/** Closes a form of the detail column, and returns the focus to the form's row. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const { t } = useTexts();
  return (
    <SmallButton
      icon={ArrowLeft}
      tone="quiet"
      onClick={() => {
        onBack();
        focusOn(CURRENT_ROW);
      }}
    >
      {t('form.back')}
    </SmallButton>
  );
}
