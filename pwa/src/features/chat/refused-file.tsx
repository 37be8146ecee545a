import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaResult } from '@/data/domains/chat';
import { Alert } from '@/ui/alert';

export type Refusal = Exclude<MediaResult, 'ok'>;

/** Says why a file cannot be sent. The text stays while the alert fades out. */
export function RefusedFile({ refusal, onClose }: { refusal: Refusal | undefined; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const [lastRefusal, setLast] = useState<Refusal>('unsupported');
  if (refusal && refusal !== lastRefusal) setLast(refusal);
  const kind = typeof lastRefusal === 'string' ? lastRefusal : 'tooLarge';
  return (
    <Alert
      open={refusal !== undefined}
      title={t(`refused.${kind}`)}
      action={t('refused.understood')}
      onClose={onClose}
    >
      {typeof lastRefusal === 'object' && t('refused.limit', { limit: lastRefusal.tooLargeMb })}
      {lastRefusal === 'unsupported' && t('refused.kinds')}
      {lastRefusal === 'tooLong' && t('refused.crop')}
    </Alert>
  );
}
