import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periods, type Period } from '@/data/domains/cash/types';
import { nameOf } from '@/data/engine/commands/commands';
import { usePasswordRequired } from '@/data/engine/commands/use-command';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/cash-texts';
import { StitchedCard } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { PasswordStep } from '@/money/password-step';
import { LimitRow } from './limit-row';
import { LimitStep } from './limit-step';

/** The member's own deposit limits by day, week and month. */
export default function LimitsSheet() {
  const { t } = useTranslation('cash');
  const { data: limits, loading } = useResource('limits');
  const [changingPeriod, setChangingPeriod] = useState<Period>();
  const commandToConfirm = usePasswordRequired(periods.map((period) => nameOf('setLimit', period)));
  if (commandToConfirm) return <PasswordStep name={commandToConfirm} />;
  if (changingPeriod && limits)
    return (
      <LimitStep
        period={changingPeriod}
        limit={limits[changingPeriod]}
        onBack={() => setChangingPeriod(undefined)}
      />
    );
  return (
    <SheetPage title={t('limits.title')}>
      <div className="space-y-4">
        <p className="px-1 text-small text-ink-2">{t('limits.text')}</p>
        {limits ? (
          <StitchedCard>
            {periods.map((period) => (
              <LimitRow
                key={period}
                period={period}
                limit={limits[period]}
                onChange={() => setChangingPeriod(period)}
              />
            ))}
          </StitchedCard>
        ) : loading ? (
          <SkeletonRows />
        ) : (
          <EmptyState title={t('limits.missing')}>{t('withdraw.missingText')}</EmptyState>
        )}
      </div>
    </SheetPage>
  );
}
