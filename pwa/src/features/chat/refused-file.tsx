import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaAnswer } from '@/data/chat';
import { Alert } from '@/ui/alert';

export type Refusal = Exclude<MediaAnswer, 'ok'>;

/** Says why a file cannot be sent. Its words stay while it fades away. */
export function RefusedFile({ refusal, onClose }: { refusal: Refusal | undefined; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const [last, setLast] = useState<Refusal>('unsupported');
  if (refusal && refusal !== last) setLast(refusal);
  const tooLarge = last !== 'unsupported';
  return (
    <Alert
      open={refusal !== undefined}
      title={t(tooLarge ? 'refused.tooLarge' : 'refused.unsupported')}
      action={t('refused.understood')}
      onClose={onClose}
    >
      {tooLarge ? t('refused.limit', { limit: last.tooLargeMb }) : t('refused.kinds')}
    </Alert>
  );
}
