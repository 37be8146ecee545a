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
const WEEK_WIDTH = 24;
const BAR_WIDTH = 14;
/** The height in pixels of the lowest visible bar. */
const MIN_BAR_HEIGHT = 3;

/** Deposits are drawn above the line, withdrawals below it. Screen readers get the table. */
export function ActivityBars({ weeks, today }: { weeks: readonly Week[]; today: string }) {
  const locale = useLocale();
  const up = Math.max(...weeks.map(({ deposited }) => deposited));
  const down = Math.max(...weeks.map(({ withdrawn }) => withdrawn));
  const heightOf = (amount: number) =>
    amount === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (amount / (up + down)) * HEIGHT);
  const lineY = heightOf(up);
  const width = weeks.length * WEEK_WIDTH;
  const first = weeks[0];
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${lineY + heightOf(down) + 2}`} className="block w-full overflow-visible">
        {weeks.map(({ from, deposited, withdrawn }, i) => {
          const x = i * WEEK_WIDTH + (WEEK_WIDTH - BAR_WIDTH) / 2;
          return (
            <g key={from}>
              <rect
                x={x}
                y={lineY - heightOf(deposited)}
                width={BAR_WIDTH}
                height={heightOf(deposited)}
                rx="3"
                className="fill-in"
              />
              <rect
                x={x}
                y={lineY + 2}
                width={BAR_WIDTH}
                height={heightOf(withdrawn)}
                rx="3"
                className="fill-control"
              />
            </g>
          );
        })}
        <line
          x1="1"
          x2={width - 1}
          y1={lineY + 1}
          y2={lineY + 1}
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

/** Shows the figures of the bars as a table, without empty weeks. The latest week is first. */
export function ActivityTable({ weeks, hidden }: { weeks: readonly Week[]; hidden?: boolean }) {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  const activeWeeks = weeks.filter(({ deposited, withdrawn }) => deposited + withdrawn > 0).reverse();
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
        {activeWeeks.map(({ from, deposited, withdrawn }) => (
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
