import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Command } from '@/data/engine/commands/send';
import { Banner } from '@/ui/banner';

/**
 * Shows that the response was lost and the outcome is being checked, so the member should not repeat the
 * command.
 */
export function CheckingBanner({ at }: { at: Command['at'] }) {
  const { t } = useTranslation('cash');
  if (at !== 'checking') return null;
  return (
    <Banner tone="pending" icon={RefreshCw} role="status">
      {t('checking')}
    </Banner>
  );
}
