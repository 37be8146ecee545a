import { ArrowLeft } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Button } from '@/ui/button';
import { useWords } from '../../i18n';
import { Kbd } from '../../ui/kbd';
import { SmallButton } from '../../ui/small-button';
import { CURRENT_ROW, focusOn } from '../use-cashier-keys';

interface ActButtonProps {
  children: ReactNode;
  isBusy?: boolean;
  disabled?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** The key that does the same; a form's is Enter. */
  shortcut?: string;
  autoFocus?: boolean;
}

/** The act that the desk is for. */
export function YesButton({ children, isBusy, shortcut = 'A', ...rest }: ActButtonProps) {
  return (
    <Button
      {...rest}
      busy={isBusy === true}
      aria-keyshortcuts={shortcut}
      data-yes=""
      className="min-w-0 flex-1 !px-2.5 !text-body not-disabled:[&_kbd]:bg-brand-ink/20"
    >
      {children}
      <Kbd>{shortcut}</Kbd>
    </Button>
  );
}

/** Destructive is red text in a frame, never filled. */
export function NoButton({ children, isBusy, shortcut = 'R', ...rest }: ActButtonProps) {
  return (
    <Button
      {...rest}
      variant="danger"
      busy={isBusy === true}
      aria-keyshortcuts={shortcut}
      data-no=""
      className="min-h-13 !rounded-button border-[1.5px] border-failed !px-3 disabled:border-line"
    >
      {children}
      <Kbd>{shortcut}</Kbd>
    </Button>
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
