import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePasswordRequired } from '@/data/engine/commands/use-command';
import { useHome } from '@/data/domains/wallet/use-home';
import '@/i18n/accrual-texts';
import '@/i18n/cash-texts';
import { PasswordStep } from '@/money/password-step';
import { closeSheet } from '@/nav/sheets';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { CollectStep, useCollecting } from './collect-step';

/** Shows the confirmation to collect what friends earned. The wallet card opens it. */
export default function CollectSheet() {
  const { t } = useTranslation('accrual');
  const { data: home } = useHome();
  // The amount due when the sheet opened. After the collection it is gone from the data, before the sheet has
  // closed.
  const [due, setDue] = useState<number>();
  const command = useCollecting('collectInvite', closeSheet);
  const commandToConfirm = usePasswordRequired(['collectInvite']);
  const amount = due ?? home?.invite?.amount;
  if (due === undefined && amount !== undefined && amount > 0) setDue(amount);
  if (commandToConfirm) return <PasswordStep name={commandToConfirm} />;
  if (amount !== undefined && amount > 0)
    return <CollectStep command="collectInvite" stage={command} amount={amount} onBack={closeSheet} />;
  return (
    <SheetPage title={t('invite.confirm')}>
      <EmptyState title={t('invite.nothing')} />
    </SheetPage>
  );
}
