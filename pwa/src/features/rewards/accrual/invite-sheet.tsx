import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Home } from '@/data/api/types';
import { isRunning } from '@/data/engine/commands/machine';
import { usePasswordRequired } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useList } from '@/data/engine/pages/pages';
import { useHome } from '@/data/domains/wallet/use-home';
import '@/i18n/accrual-texts';
import '@/i18n/cash-texts';
import { PasswordStep } from '@/money/password-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { BannerIntro } from './banner-intro';
import { DueCard } from './due-card';
import { InviteLink } from './invite-link';
import { AccrualLog, AccrualLogRow } from './accrual-log';
import { CollectStep, useCollecting } from './collect-step';

/** Shows what invited friends earned, the link to invite more, and the log of earnings. */
export default function InviteSheet() {
  const { t } = useTranslation('accrual');
  const { data: home, loading } = useHome();
  const [claimedAmount, setClaimedAmount] = useState<number>();
  const closeStep = () => setClaimedAmount(undefined);
  const command = useCollecting('collectInvite', closeStep);
  const amount = claimedAmount ?? (isRunning(command) ? home?.invite?.amount : undefined);
  const commandToConfirm = usePasswordRequired(['collectInvite']);
  const busy = commandToConfirm !== undefined || isRunning(command);
  return (
    <BannerIntro of="inviteBanners" title={t('invite.title')} skip={busy}>
      {commandToConfirm ? (
        <PasswordStep name={commandToConfirm} />
      ) : amount !== undefined ? (
        <CollectStep command="collectInvite" stage={command} amount={amount} onBack={closeStep} />
      ) : (
        <SheetPage title={t('invite.title')}>
          {home?.invite && home.profile ? (
            <Friends invite={home.invite} id={home.profile._id} onTake={setClaimedAmount} />
          ) : loading ? (
            <SkeletonRows />
          ) : (
            <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>
          )}
        </SheetPage>
      )}
    </BannerIntro>
  );
}

interface FriendsProps {
  invite: Home['invite'];
  id: string;
  onTake: (amount: number) => void;
}

function Friends({ invite, id, onTake }: FriendsProps) {
  const { t } = useTranslation('accrual');
  const { offline } = useConnection();
  const { fail, success, soFar } = invite;
  // Absent in data that an earlier version stored.
  const { dayMost = 0 } = invite as Partial<Home['invite']>;
  const blockedText = invite.amount <= 0 ? t('invite.nothing') : undefined;
  return (
    <div className="space-y-5">
      <DueCard
        label={t('invite.due')}
        amount={invite.amount}
        action={
          blockedText ? t('invite.confirm') : t('invite.collect', { amount: formatMoney(invite.amount) })
        }
        blocked={blockedText ?? (offline ? t('offline') : undefined)}
        onCollect={() => onTake(invite.amount)}
      >
        {fail > 0 && <p>{t('invite.fail', { percent: fail })}</p>}
        {success > 0 && <p>{t('invite.success', { percent: success })}</p>}
        {dayMost > 0 && <p>{t('dayMost', { amount: formatMoney(dayMost) })}</p>}
        {soFar > 0 && <p>{t('invite.soFar', { amount: formatMoney(soFar) })}</p>}
      </DueCard>
      <InviteLink id={id} second={!blockedText} />
      <AccrualLog
        title={t('invite.log')}
        empty={t('invite.empty')}
        emptyText={t('invite.emptyText')}
        usePage={useInvites}
      >
        {({ from, amount, createdAt }) => (
          <AccrualLogRow
            name={from.name}
            time={formatDateTime(createdAt)}
            amount={`${amount < 0 ? '−' : '+'}${formatMoney(Math.abs(amount))}`}
            note={amount < 0 ? t('invite.takenBack') : undefined}
          />
        )}
      </AccrualLog>
    </div>
  );
}

function useInvites(page: number) {
  return useList('invites', page);
}
