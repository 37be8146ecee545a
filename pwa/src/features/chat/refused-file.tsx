import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaResult } from '@/data/domains/chat';
import { Alert } from '@/ui/alert';

export type Refusal = Exclude<MediaResult, 'ok'>;

/** Says why a file cannot be sent. The text stays while the alert fades out. */
export function RefusedFile({ refusal, onClose }: { refusal: Refusal | undefined; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const [last, setLast] = useState<Refusal>('unsupported');
  if (refusal && refusal !== last) setLast(refusal);
  const kind = typeof last === 'string' ? last : 'tooLarge';
  return (
    <Alert
      open={refusal !== undefined}
      title={t(`refused.${kind}`)}
      action={t('refused.understood')}
      onClose={onClose}
    >
      {typeof last === 'object' && t('refused.limit', { limit: last.tooLargeMb })}
      {last === 'unsupported' && t('refused.kinds')}
      {last === 'tooLong' && t('refused.crop')}
    </Alert>
  );
}
