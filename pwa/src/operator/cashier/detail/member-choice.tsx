import { X } from 'lucide-react';
import { useEffect } from 'react';
import { groupPhone } from '@/ui/format/digits';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast';
import { errorTextOf, useTexts } from '../../i18n';
import { isSessionExpired } from '../../session';
import { SmallButton } from '../../ui/small-button';
import { draftOf, rowOutcome, type Board } from '../board';
import { compareItem } from '../calls';
import { MemberSearch } from '../member/member-search';
import { showsFieldsAmongFacts } from '../offer';
import { CURRENT_ROW, focusOn } from '../../frame/focus';
import type { CashierItem } from '../wire';
import { missingFieldText } from '../texts';
import type { DetailProps } from './detail-props';

/** Selects the member of an item without one. The server compares the chosen member with the item. */
export function MemberChoice({ board, state, item }: DetailProps) {
  const { t } = useTexts();
  const { key } = item;
  const field = item.offers.find(showsFieldsAmongFacts)?.fields.find(({ type }) => type === 'member');
  const { member } = draftOf(state, key);
  const isEnded = rowOutcome(state, key) !== undefined;
  const isCompared = state.compared.has(key);
  useComparison(board, item, field && member?._id, isCompared);
  if (!field) return null;
  if (!member)
    return isEnded ? null : (
      <MemberSearch
        label={t('cash.whose')}
        first={item.find}
        need={field.name}
        error={state.missingField === field.name ? missingFieldText(field) : undefined}
        onPick={(found) => {
          board.fill(key, { member: found }, false);
          focusOn(CURRENT_ROW);
        }}
      />
    );
  return (
    <section aria-label={t('cash.whose')}>
      <div className="flex items-center gap-2 pb-1">
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <bdi>{member.accountName}</bdi> <span className="font-normal text-ink-2">{member._id}</span>
        </h3>
        {!isCompared && <Spinner className="size-4" />}
        {!isEnded && (
          <SmallButton icon={X} tone="quiet" onClick={() => board.fill(key, { member: undefined }, false)}>
            {t('cash.other')}
          </SmallButton>
        )}
      </div>
      <p className="wrap-anywhere text-ink-2">
        <bdi>{member.name}</bdi> · {groupPhone(member.phone)}
        {!member.active && <span className="font-semibold text-failed"> · {t('cash.inactive')}</span>}
      </p>
    </section>
  );
}

/** Requests the comparison of the item with the member. If the request fails, the choice is cleared. */
function useComparison(board: Board, item: CashierItem, id: string | undefined, isCompared: boolean): void {
  const { key } = item;
  useEffect(() => {
    if (!id || isCompared) return;
    let isCurrent = true;
    compareItem(item, id).then(
      (compared) => isCurrent && board.setCompared(key, { ...compared, key }),
      (error: unknown) => {
        if (!isCurrent || isSessionExpired(error)) return;
        board.fill(key, { member: undefined }, false);
        toast.error(errorTextOf(error));
      },
    );
    return () => {
      isCurrent = false;
    };
    // The item is a new object with every refresh; it is compared once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [board, key, id, isCompared]);
}
