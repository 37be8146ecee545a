import { Copy } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { copyText, selectShown } from './copy-text';
import { IconButton } from './icon-button';
import { toast } from './toast';

interface Copying {
  text: string;
  /**
   * The tapped element. If the text cannot be copied, it is selected at the closest place where the page
   * shows it.
   */
  near: Element;
  /** True if others must not read the text from the screen. The toast then does not repeat it. */
  secret?: boolean;
}

/** Returns a function that copies a text. A toast shows the copied text, or how to copy it by hand. */
export function useCopy(): (copying: Copying) => Promise<void> {
  const { t } = useTranslation('ui');
  return async ({ text, near, secret }) => {
    if (await copyText(text, near)) toast.done(secret ? t('copy.secret') : t('copy.done', { text }));
    else toast.error(t(selectShown(text, near) ? 'copy.selected' : 'copy.failed'));
  };
}

interface CopyProps {
  text: string;
  label: string;
  ref?: Ref<HTMLButtonElement>;
  /** True if others must not read the text from the screen. The toast then does not repeat it. */
  secret?: boolean;
}

export function CopyIcon({ text, label, ref, secret }: CopyProps) {
  const copy = useCopy();
  return (
    <IconButton
      ref={ref}
      icon={Copy}
      label={label}
      onClick={(event) => void copy({ text, near: event.currentTarget, secret })}
      className="-mr-2 text-brand-text"
    />
  );
}

export function CopyButton({ text, label, ref }: Omit<CopyProps, 'secret'>) {
  const copy = useCopy();
  return (
    <Button ref={ref} block icon={Copy} onClick={(event) => void copy({ text, near: event.currentTarget })}>
      {label}
    </Button>
  );
}
