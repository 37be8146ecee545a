import { RefreshCw } from 'lucide-react';
import { useTexts } from '../i18n';
import { SmallButton } from './small-button';

/** Says that a list could not be loaded, with a button to try again. */
export function ListFailed({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { t } = useTexts();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center text-ink-2">
      {t('inbox.failed')}
      <SmallButton icon={RefreshCw} onClick={() => void onRetry()}>
        {t('again')}
      </SmallButton>
    </div>
  );
}
