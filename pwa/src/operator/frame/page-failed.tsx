import { useRouter } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { errorTextOf, useTexts } from '../i18n';
import { SmallButton } from '../ui/small-button';

/**
 * Shown in place of a page that failed or could not be loaded. Other pages still work and keep their input.
 */
export function PageFailed({ error }: { error: unknown }) {
  const { t } = useTexts();
  const router = useRouter();
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-1 flex-col items-center justify-center gap-3 px-6 text-center text-ink-2"
    >
      {errorTextOf(error)}
      <SmallButton icon={RefreshCw} onClick={() => void router.invalidate()}>
        {t('again')}
      </SmallButton>
    </div>
  );
}
