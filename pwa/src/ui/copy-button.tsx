import { Copy } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { IconButton } from './icon-button';
import { toast } from './toast';

/** Copies, and says in a toast what was copied or that it failed. */
export function useCopy(): (text: string, secret?: boolean) => Promise<void> {
  const { t } = useTranslation('ui');
  return async (text, secret) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.done(secret ? t('copy.secret') : t('copy.done', { text }));
    } catch {
      toast.error(t('copy.failed'));
    }
  };
}

interface CopyProps {
  text: string;
  label: string;
  ref?: Ref<HTMLButtonElement>;
  /** Not for the eyes of whoever looks over the shoulder: the toast does not repeat it. */
  secret?: boolean;
}

export function CopyIcon({ text, label, ref, secret }: CopyProps) {
  const copy = useCopy();
  return (
    <IconButton
      ref={ref}
      icon={Copy}
      label={label}
      onClick={() => void copy(text, secret)}
      className="-mr-2 text-brand-text"
    />
  );
}

export function CopyButton({ text, label, ref }: Omit<CopyProps, 'secret'>) {
  const copy = useCopy();
  return (
    <Button ref={ref} block icon={Copy} onClick={() => void copy(text)}>
      {label}
    </Button>
  );
}
