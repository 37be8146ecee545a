import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import type { SlipRow } from '@/data/storage/db';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { Skeleton } from '@/ui/skeleton';

/** The picture, by a signed address that is good for a short while: asked for each time. */
export function SlipImage({ slip, onBack }: { slip: SlipRow; onBack: () => void }) {
  const { t } = useTranslation('cashier');
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const path = { reference: slip.reference };
    call('GET', '/api/statement/slip/reference/{reference}', { path }).then(
      (answer) => setUrl(answer.url),
      () => setFailed(true),
    );
  }, [slip.reference]);
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
          onError={() => setFailed(true)}
          className="mx-auto max-h-[70dvh] rounded-card"
        />
      ) : (
        <Skeleton className="late h-[60dvh] w-full rounded-card" />
      )}
    </SheetPage>
  );
}
