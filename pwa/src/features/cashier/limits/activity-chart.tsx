import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n/locales';
import { formatMoney } from '@/ui/format/money';
import { formatDay } from '@/ui/format/time';
import type { Week } from './weeks';

/**
 * The height in pixels of deposits and withdrawals together. Each direction gets the height of its highest
 * bar.
 */
const HEIGHT = 112;
const SLOT = 24;
const BAR = 14;
/** The height in pixels of the smallest visible bar. */
const MIN_BAR = 3;

/** Deposits are drawn above the line, withdrawals below it. Screen readers get the table. */
export function ActivityBars({ weeks, today }: { weeks: readonly Week[]; today: string }) {
  const locale = useLocale();
  const up = Math.max(...weeks.map(({ deposited }) => deposited));
  const down = Math.max(...weeks.map(({ withdrawn }) => withdrawn));
  const height = (amount: number) => (amount === 0 ? 0 : Math.max(MIN_BAR, (amount / (up + down)) * HEIGHT));
  const line = height(up);
  const width = weeks.length * SLOT;
  const first = weeks[0];
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${line + height(down) + 2}`} className="block w-full overflow-visible">
        {weeks.map(({ from, deposited, withdrawn }, i) => {
          const x = i * SLOT + (SLOT - BAR) / 2;
          return (
            <g key={from}>
              <rect
                x={x}
                y={line - height(deposited)}
                width={BAR}
                height={height(deposited)}
                rx="3"
                className="fill-in"
              />
              <rect
                x={x}
                y={line + 2}
                width={BAR}
                height={height(withdrawn)}
                rx="3"
                className="fill-control"
              />
            </g>
          );
        })}
        <line
          x1="1"
          x2={width - 1}
          y1={line + 1}
          y2={line + 1}
          className="stroke-line"
          strokeWidth="1.75"
          strokeDasharray="6 5"
          strokeLinecap="round"
        />
      </svg>
      <div className="mt-1 flex justify-between text-micro text-ink-2">
        <span>{first && formatDay(first.from, locale)}</span>
        <span>{formatDay(today, locale)}</span>
      </div>
    </div>
  );
}

/** Shows the same figures as a table, without empty weeks. */
export function ActivityTable({ weeks, hidden }: { weeks: readonly Week[]; hidden?: boolean }) {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  const busy = weeks.filter(({ deposited, withdrawn }) => deposited + withdrawn > 0).reverse();
  const table = (
    <table className="w-full text-[min(0.875rem,5vw)] leading-[1.5714]">
      <caption className="sr-only">{t('activity.chart')}</caption>
      <thead>
        <tr className="text-ink-2">
          <th scope="col" className="py-1 text-left font-normal">
            {t('activity.week')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('activity.in')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('activity.out')}
          </th>
        </tr>
      </thead>
      <tbody>
        {busy.map(({ from, deposited, withdrawn }) => (
          <tr key={from}>
            <th scope="row" className="py-1 text-left font-normal">
              {formatDay(from, locale)}
            </th>
            <td className="py-1 text-right">{formatMoney(deposited)}</td>
            <td className="py-1 text-right">{formatMoney(withdrawn)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  // CSS cannot make a table narrower than its text, so a wrapper hides it.
  return hidden ? <div className="sr-only">{table}</div> : table;
}
