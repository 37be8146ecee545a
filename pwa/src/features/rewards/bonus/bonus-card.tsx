import { CircleCheck, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BonusCard as Card } from '@/data/api/types';
import { useRunningBonus } from '@/data/domains/rewards/bonus';
import { satangOf } from '@/data/kit/satang';
import { showSheet } from '@/nav/sheets';
import { buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';
import { formatFieldAmount } from '@/ui/format/typed-amount';
import { formatDateTime } from '@/ui/format/time';

/**
 * Shows a bonus as a coupon: picture, torn edge, name and state. A bonus that was received or fully claimed
 * is not a button.
 */
export function BonusCard({ card }: { card: Card }) {
  const { t } = useTranslation('bonus');
  const isClosed = card.state === 'received' || card.state === 'full';
  const content = (
    <>
      <img
        src={card.banners[0]?.image ?? ''}
        alt=""
        width={680}
        height={252}
        loading="lazy"
        decoding="async"
        className={cx('h-21 w-full bg-sunken object-cover', isClosed && 'opacity-55 grayscale')}
      />
      <Torn />
      <span className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 pt-3 pb-4">
        <span className="min-w-0 flex-[100_1_10em]">
          <span className={cx('block text-h3 font-semibold', isClosed && 'text-ink-2')}>
            <bdi>{card.name}</bdi>
          </span>
          <span className="block text-small text-ink-2">{useOfferText(card)}</span>
          <span className="block text-small text-ink-2">
            {t(`count.${card.type}`, { count: card.userBonus?.received.length ?? 0, max: card.maxReceived })}
          </span>
        </span>
        <BonusState card={card} />
      </span>
    </>
  );
  const boxClass = 'block w-full overflow-hidden rounded-card bg-surface text-left shadow-e1';
  if (isClosed) return <div className={boxClass}>{content}</div>;
  return (
    <button
      type="button"
      onClick={() => showSheet('bonus', { bonus: card.code })}
      className={cx('press', boxClass)}
    >
      {content}
    </button>
  );
}

/** Returns an amount of an offer as text, in baht. Decimals are left out if they are zero. */
export const formatShort = (baht: number) => formatFieldAmount(satangOf(baht));

/** Returns a short text of what the bonus gives. */
export function useOfferText({ percent, amount, most }: Card): string {
  const { t } = useTranslation('bonus');
  if (amount > 0) return t('offer.fixed', { amount: formatShort(amount) });
  return most > 0 ? t('offer.most', { percent, most: formatShort(most) }) : t('offer.percent', { percent });
}

function BonusState({ card }: { card: Card }) {
  const { t } = useTranslation('bonus');
  const note = useBonusNote(card);
  const { state } = card;
  if (state === 'open') {
    return (
      <span className="flex flex-[1_0_auto] flex-col gap-1 text-center">
        <span className={cx(buttonClass('primary'), 'min-h-11')}>{t('sheet.takeBare')}</span>
        <span className="text-small text-ink-2">{note}</span>
      </span>
    );
  }
  return (
    <span className="flex max-w-full flex-[1_1_auto] flex-col items-end gap-1 text-right">
      {state === 'current' && (
        <Chip tone="success" icon={CircleCheck}>
          {t('state.current')}
        </Chip>
      )}
      {(state === 'received' || state === 'full') && (
        <Chip tone="off" icon={Check}>
          {t(`state.${state}`)}
        </Chip>
      )}
      <span className="text-small text-ink-2">{note}</span>
    </span>
  );
}

/** Returns a text for the state that the server sent. */
export function useBonusNote(card: Card): string {
  const { t } = useTranslation('bonus');
  const running = useRunningBonus();
  switch (card.state) {
    case 'open':
      return t('note.open', { amount: formatMoney(card.brings) });
    case 'current':
      return t('note.current', { amount: formatMoney(running?.left ?? 0) });
    case 'unfit':
      return t('note.unfit', { amount: formatShort(card.minimum) });
    case 'received':
      return card.again
        ? t('note.again', { time: formatDateTime(card.again).slice(0, 16) })
        : t('note.received');
    default:
      return t(`note.${card.state}`);
  }
}

/** The torn edge of a coupon: a stitched line between two half circles in the page's colour. */
function Torn() {
  return (
    <span className="relative block text-line" aria-hidden="true">
      <svg className="block h-0.5 w-full overflow-visible">
        <line
          x1="14"
          y1="1"
          x2="calc(100% - 14px)"
          y2="1"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray="6 5"
          strokeLinecap="round"
        />
      </svg>
      <span className="absolute top-1/2 -left-2 size-4 -translate-y-1/2 rounded-full bg-bg" />
      <span className="absolute top-1/2 -right-2 size-4 -translate-y-1/2 rounded-full bg-bg" />
    </span>
  );
}
