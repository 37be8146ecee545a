import { useTranslation } from 'react-i18next';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand } from '@/data/engine/commands/send';
import { useCommand } from '@/data/engine/commands/use-command';
import { useHome } from '@/data/domains/wallet/use-home';
import '@/i18n/cash-texts';
import '@/i18n/games-texts';
import { PasswordStep } from '@/money/password-step';
import { useRestoredState } from '@/nav/return-point';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { sortAsOnHome } from '../units';
import { readTransferRequest, TRANSFER, useDismissTransfer } from './running-transfer';
import { listTransferPlaces, type TransferDraft } from './transfer-rules';
import { TransferFailure } from './transfer-failure';
import { TransferForm } from './transfer-form';
import { TransferResult } from './transfer-result';

interface TransferSheetProps {
  /** Codes of the source and target that are selected at first. */
  from?: string;
  to?: string;
}

/**
 * Shows source, target, amount and outcome. It also shows the progress of a transfer that an earlier page
 * started.
 */
export default function TransferSheet({ from = '', to = '' }: TransferSheetProps) {
  const command = useCommand('transfer');
  const { data: home, loading } = useHome();
  const [draft, setDraft] = useRestoredState<TransferDraft>('transfer', {
    from,
    to,
    amount: undefined,
    isAll: false,
  });
  useDismissTransfer(command.at);
  const request = readTransferRequest(command);
  if (command.at === 'password') return <PasswordStep name={TRANSFER} />;
  if (command.at === 'done' && request)
    return (
      <TransferResult
        firstLine={command.response.statement}
        request={request}
        onAgain={() => dismissCommand(TRANSFER)}
      />
    );
  const slots = sortAsOnHome(home?.slots)?.filter(({ isActive }) => isActive);
  if (!home || !slots?.length) return <NoGames waiting={loading} known={home?.slots !== undefined} />;
  return (
    <>
      <TransferForm
        places={listTransferPlaces(home.wallet, slots)}
        slots={slots}
        draft={draft}
        request={isRunning(command) ? request : undefined}
        command={command}
        onDraft={setDraft}
      />
      <TransferFailure command={command} />
    </>
  );
}

function NoGames({ waiting, known }: { waiting: boolean; known: boolean }) {
  const { t } = useTranslation('games');
  return (
    <SheetPage title={t('transfer.title')}>
      {waiting ? (
        <SkeletonRows rows={2} />
      ) : (
        <EmptyState title={t(known ? 'transfer.nothing' : 'missing')}>
          {t(known ? 'transfer.nothingText' : 'missingText')}
        </EmptyState>
      )}
    </SheetPage>
  );
}
