import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import { useServerTime } from '@/data/api/use-server-time';
import type { SlipRow } from '@/data/storage/db';
import '@/i18n/statement-texts';
import { useLocale } from '@/i18n/locales';
import { StitchedCard } from '@/ui/card';
import { formatDay, isToday, isYesterday } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { groupByDay } from './days';
import { keyOf, LineOrSlipRow, mergeLinesAndSlips } from './lines-and-slips';
import type { LineLink } from './statement-line';

interface StatementDaysProps {
  lines: StatementLine[];
  /** The slips that a cashier checks. */
  slips: SlipRow[];
  marked: string | undefined;
  link: LineLink;
  onCancel: (id: string) => void;
  aside: ReactNode;
}

/** Shows statement lines by day. The first heading also shows the age of the data. */
export function StatementDays({ lines, slips, marked, link, onCancel, aside }: StatementDaysProps) {
  return (
    <div className="space-y-4">
      {groupByDay(mergeLinesAndSlips(lines, slips)).map(({ day, lines: ofDay }, i) => (
        <section key={day}>
          <SectionTitle action={i === 0 && aside}>
            <DayName moment={ofDay[0]!.createdAt} />
          </SectionTitle>
          <StitchedCard as="ul" inset="ml-13">
            {ofDay.map((line) => (
              <LineOrSlipRow
                key={keyOf(line)}
                of={line}
                marked={'_id' in line && line._id === marked}
                link={link}
                onCancel={onCancel}
              />
            ))}
          </StitchedCard>
        </section>
      ))}
    </div>
  );
}

function DayName({ moment }: { moment: string }) {
  const { t } = useTranslation('statement');
  useServerTime();
  const day = formatDay(moment, useLocale());
  if (isToday(moment)) return t('today', { day });
  if (isYesterday(moment)) return t('yesterday', { day });
  return day;
}
