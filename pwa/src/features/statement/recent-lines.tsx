import { useTranslation } from 'react-i18next';
import { useHiddenAmounts } from '@/data/device/use-hidden-amounts';
import { useWaitingSlips } from '@/data/domains/slip/use-waiting-slips';
import { useList } from '@/data/engine/pages/pages';
import '@/i18n/statement-texts';
import { Card, StitchedCard } from '@/ui/card';
import { WalletIllustration } from '@/ui/illustration';
import { SkeletonRows } from '@/ui/skeleton';
import { keyOf, LineOrSlipRow, mergeLinesAndSlips } from './lines-and-slips';
import type { LineLink } from './statement-line';

const SHOWN = 3;

/** Shows the latest statement lines, including slips that a cashier checks, at the bottom of another page. */
export function RecentLines({ link }: { link: LineLink }) {
  const { t } = useTranslation('statement');
  const { data, loading } = useList('statement');
  const [hidden] = useHiddenAmounts();
  const lines = mergeLinesAndSlips(data?.rows ?? [], useWaitingSlips()).slice(0, SHOWN);
  if (lines.length === 0 && loading) return <SkeletonRows />;
  if (lines.length === 0) {
    return (
      <Card className="flex flex-col items-center px-6 py-6 text-center">
        <WalletIllustration />
        <p className="mt-3 text-small text-ink-2">{t(data ? 'emptyText' : 'offlineText')}</p>
      </Card>
    );
  }
  return (
    <StitchedCard as="ul" inset="ml-13">
      {lines.map((line) => (
        <LineOrSlipRow key={keyOf(line)} of={line} hidden={hidden} link={link} />
      ))}
    </StitchedCard>
  );
}
