import { Clock, X } from 'lucide-react';
import { bahtOf } from '@/data/kit/satang';
import { Amount } from '@/ui/amount';
import { Banner } from '@/ui/banner';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { WaitTime } from '../../inbox/wait';
import { LONG_WAIT_MS } from '../../inbox/wait-time';
import { useTexts } from '../../i18n';
import { useNow } from '../../ui/use-now';
import { rowOutcome, shownItem } from '../board';
import { unitOf } from '../money';
import { showsFieldsAmongFacts } from '../offer';
import type { CashierItem } from '../wire';
import { amountLabel, kindName, reasonText, externalLabel } from '../texts';
import { ActionFooter } from './action-footer';
import { Column } from './column';
import { FieldInput } from './field-input';
import { ItemFacts, Verdicts } from './facts';
import type { DetailProps } from './detail-props';
import { SlipPicture } from './slip-picture';
import { MemberChoice } from './member-choice';

/** Shows all of the server's data of an item, and below it the available actions. */
export function Detail(props: DetailProps) {
  const { board, state, item } = props;
  const { t } = useTexts();
  const { kind, member, key } = item;
  const shown = shownItem(state, item);
  const isEnded = rowOutcome(state, key) !== undefined;
  return (
    <Column
      label={kindName(item)}
      head={<Head board={board} item={item} isEnded={isEnded} />}
      footer={<ActionFooter {...props} />}
    >
      <div className="space-y-4">
        {item.reason !== '' && kind !== 'PROPOSAL' && !item.picture && !isEnded && <Reasons item={item} />}
        <ItemAmount item={item} isEnded={isEnded} />
        <MemberChoice {...props} />
        <RequiredFields {...props} />
        {shown.verdicts.length > 0 && (
          <Verdicts verdicts={shown.verdicts} currency={shown.currency} heading={externalLabel(shown)} />
        )}
        {shown.verdicts.some(({ fits }) => fits === 'differs') && shown.offers.some(({ pair }) => pair) && (
          <p className="font-semibold text-failed">{t('cash.contradicted')}</p>
        )}
        <ItemFacts facts={shown.facts} currency={shown.currency} />
        {member && !member.active && <p className="font-semibold text-failed">{t('cash.inactive')}</p>}
      </div>
    </Column>
  );
}

type HeadProps = Pick<DetailProps, 'board' | 'item'> & { isEnded: boolean };

/** Shows the item's member and kind, how long the item has waited, and the close button. */
function Head({ board, item, isEnded }: HeadProps) {
  const { t } = useTexts();
  const { kind, member } = item;
  return (
    <>
      <div className="min-w-0 flex-1">
        <h2 className="truncate py-px text-h3 leading-6 font-semibold max-md:whitespace-normal">
          <bdi>{member?.accountName ?? kindName(item)}</bdi>
        </h2>
        <p className="truncate py-px text-ink-2 max-md:whitespace-normal">
          {member ? `${member._id} · ${kindName(item)}` : kind !== 'PROPOSAL' && t('cash.nobody')}
        </p>
      </div>
      {!isEnded && kind !== 'MEMBER' && (
        <div className="max-md:order-last max-md:w-full">
          <WaitChip since={item.since} />
        </div>
      )}
      <IconButton
        icon={X}
        label={t('cash.close')}
        onClick={() => board.goTo(null)}
        className={cx('-mr-2 text-ink-2', kind !== 'MEMBER' && 'md:hidden')}
      />
    </>
  );
}

/** Shows why the item waits for an operator. */
function Reasons({ item }: { item: CashierItem }) {
  return (
    <Banner tone="pending" icon={Clock}>
      {[item.reason, ...item.also].map((reason) => (
        <p key={reason}>{reasonText({ kind: item.kind, reason })}</p>
      ))}
    </Banner>
  );
}

/** Shows the amount, next to the picture if there is one. */
function ItemAmount({ item, isEnded }: { item: CashierItem; isEnded: boolean }) {
  const { t } = useTexts();
  const { satang, currency, picture } = item;
  if (satang === null && !picture) return null;
  const amount = (
    <>
      <p className="text-ink-2">{amountLabel(item)}</p>
      {satang === null ? (
        <p className="text-h3 font-semibold">{t('cash.untoldAmount')}</p>
      ) : (
        <Amount
          value={bahtOf(satang)}
          unit={unitOf(currency)}
          className="text-h1 font-bold"
          unitClass="!text-small"
        />
      )}
    </>
  );
  if (!picture) return <div>{amount}</div>;
  return (
    <div className="flex gap-4">
      <SlipPicture src={picture} />
      <div className="flex min-w-0 flex-1 flex-col">
        {amount}
        {!isEnded && (
          <p className="mt-auto rounded-field bg-pending-soft px-3 py-2 text-ink">{reasonText(item)}</p>
        )}
      </div>
    </div>
  );
}

/** Shows the fields that accepting needs. They are always visible; Enter in one of them accepts. */
function RequiredFields(props: DetailProps) {
  const { state, item } = props;
  const offer = shownItem(state, item).offers.find(showsFieldsAmongFacts);
  const fields = offer?.fields.filter(({ type }) => type !== 'member') ?? [];
  return fields.map((field) => (
    <FieldInput key={field.name} {...props} offer={offer!} field={field} isForm />
  ));
}

/** How long the item has waited. A long wait has the warning's background. */
function WaitChip({ since }: { since: string }) {
  const isLong = useNow() - Date.parse(since) >= LONG_WAIT_MS;
  return (
    <WaitTime
      since={since}
      isNamed
      className={cx('rounded-chip px-2 py-0.5 text-micro', isLong ? 'bg-pending-soft' : 'bg-sunken')}
    />
  );
}
