import { CloudOff, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSlipPicture } from '@/data/domains/slip/use-slip-picture';
import type { LineDetail } from '@/data/domains/statement/use-line';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { Lightbox } from '@/ui/lightbox';
import { Skeleton } from '@/ui/skeleton';

interface LineSlipProps {
  slip: NonNullable<LineDetail['slip']>;
  offline: boolean;
}

/**
 * Shows the slip of the statement line. The picture is never stored, because its address is valid only for
 * minutes.
 */
export function LineSlip({ slip, offline }: LineSlipProps) {
  const { t } = useTranslation('line');
  return (
    <section>
      <SectionTitle>{t('slip.title')}</SectionTitle>
      {offline ? (
        <Banner tone="info" icon={CloudOff}>
          {t('slip.offline')}
        </Banner>
      ) : (
        <Picture slip={slip} />
      )}
    </section>
  );
}

function Picture({ slip }: Pick<LineSlipProps, 'slip'>) {
  const { t } = useTranslation('line');
  const { url, failed, fail } = useSlipPicture(slip.reference);
  const [enlarged, setEnlarged] = useState(false);
  const alt = t('slip.alt', { date: formatDateTime(slip.createdAt) });
  if (failed) {
    return (
      <Banner tone="failed" icon={ImageOff}>
        {t('slip.failed')}
      </Banner>
    );
  }
  if (!url) return <Skeleton className="late h-60 w-full rounded-card" />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${alt} · ${t('slip.open')}`}
        onClick={() => setEnlarged(true)}
        className="press block w-full overflow-hidden rounded-card bg-surface p-2 shadow-e1"
      >
        <img src={url} alt={alt} onError={fail} className="mx-auto max-h-80 rounded-field" />
      </button>
      <Lightbox
        src={enlarged ? url : undefined}
        alt={alt}
        closeLabel={t('slip.close')}
        onClose={() => setEnlarged(false)}
      />
    </>
  );
}
