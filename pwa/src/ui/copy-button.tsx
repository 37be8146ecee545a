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
   * The tapped element. A text that cannot be copied is selected where the page shows it closest to this
   * element.
   */
  near: Element;
  /** Others must not read it from the screen: the toast does not repeat it. */
  secret?: boolean;
}

/** Copies, and shows a toast with the copied text, or with how to copy it by hand. */
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
  /** Others must not read it from the screen: the toast does not repeat it. */
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
