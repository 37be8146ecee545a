import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { useSlipPicture } from '@/data/domains/slip/use-slip-picture';
import type { SlipRow } from '@/data/storage/db';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { Skeleton } from '@/ui/skeleton';

export function SlipImage({ slip, onBack }: { slip: SlipRow; onBack: () => void }) {
  const { t } = useTranslation('cashier');
  const { url, failed, fail } = useSlipPicture(slip.reference);
  return (
    <SheetPage title={t('slips.image')} onBack={onBack}>
      {failed ? (
        <Banner tone="failed" icon={ImageOff} role="alert">
          {t('slips.imageFailed')}
        </Banner>
      ) : url ? (
        <img
          src={url}
          alt={t('slips.imageAlt', { date: formatDateTime(slip.createdAt) })}
          onError={fail}
          className="mx-auto max-h-[70dvh] rounded-card"
        />
      ) : (
        <Skeleton className="late h-[60dvh] w-full rounded-card" />
      )}
    </SheetPage>
  );
}
