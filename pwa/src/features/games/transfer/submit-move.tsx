import { useTranslation } from 'react-i18next';
import { bahtOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { usePlaceName } from '../use-place-name';
import type { Draft } from './draft';

interface SubmitMoveProps {
  formId: string;
  draft: Draft;
  /** Nothing is known to stand in the way. */
  ready: boolean;
  busy: boolean;
  offline: boolean;
}

/** The button spells the move. */
export function SubmitMove({ formId, draft, ready, busy, offline }: SubmitMoveProps) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const { amount, to } = draft;
  const barred = offline && !busy;
  return (
    <>
      <Button type="submit" form={formId} block disabled={barred} busy={busy} busyLabel={t('transfer.busy')}>
        {ready && amount !== undefined
          ? t('transfer.submitTo', { amount: formatMoney(bahtOf(amount)), to: name(to) })
          : t('transfer.submit')}
      </Button>
      {barred && <p className="pt-2 text-center text-small text-ink-2">{t('transfer.offline')}</p>}
    </>
  );
}
