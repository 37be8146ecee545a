import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/statement-texts';
import { cx } from '@/ui/cx';
import { IconTile, type TileTone } from '@/ui/icon-tile';

interface StatementRowProps {
  ref?: Ref<HTMLDivElement>;
  icon: LucideIcon;
  tone: TileTone;
  title: string;
  /** Makes the whole row a link; receives the link's text and its accessible name. */
  link?: (text: string, name: string) => ReactNode;
  about: ReactNode;
  /** With its sign; empty if unknown. */
  amount: string;
  time: string;
  /** Amounts are hidden on this phone. */
  hidden?: boolean;
  marked?: boolean;
  failed?: boolean;
  /** The line is successful and has a plus sign. */
  credited?: boolean;
  children?: ReactNode;
}

/** The layout of a statement line or slip: tile, text, and on the right the amount above its time. */
export function StatementRow(props: StatementRowProps) {
  const { ref, icon, tone, title, link, about, amount, time, hidden, marked, failed, credited, children } =
    props;
  const { t } = useTranslation('statement');
  const isCovered = hidden && amount !== '';
  const name = [title, isCovered ? '' : amount, time].filter(Boolean).join(' ');
  return (
    <div
      ref={ref}
      className={cx(
        'relative flex gap-3',
        marked ? '-mx-2 my-2 rounded-[12px] bg-brand-soft px-2 py-1.5' : 'py-3',
      )}
    >
      <IconTile icon={icon} tone={failed ? 'off' : tone} muted={failed} />
      {/* With large text the amount takes its own row: it is never cut and never squeezes the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <div className="min-w-0 flex-[1_1_6em]">
          <p className="font-medium">
            <bdi>{link ? link(title, name) : title}</bdi>
          </p>
          <p className="text-small text-ink-2">{about}</p>
          {children}
        </div>
        <div className="ml-auto text-right">
          <p
            className={cx(
              'font-semibold whitespace-nowrap',
              credited && 'text-in',
              failed && 'text-ink-2 line-through decoration-2',
            )}
          >
            {isCovered ? (
              <>
                <span aria-hidden="true">•••••</span>
                <span className="sr-only">{t('hidden')}</span>
              </>
            ) : (
              amount
            )}
          </p>
          <p className="text-small text-ink-2">{time}</p>
        </div>
      </div>
    </div>
  );
}
