import { useTranslation } from 'react-i18next';
import type { SpinWheel } from '@/data/api/types';
import { useLocale } from '@/i18n/locales';
import { Card } from '@/ui/card';
import { SectionTitle } from '@/ui/heading';

interface Chance {
  code: string;
  name: string;
  colour: string;
  weight: number;
}

/** Lists the odds of each prize, because slices of equal size have different odds. */
export function Odds({ wheel }: { wheel: SpinWheel }) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const isEven = wheel.slices.every(({ weight }) => weight === wheel.slices[0]?.weight);
  const chances = new Map<string, Chance>();
  for (const { prize, bgColor, weight } of wheel.slices) {
    const known = chances.get(prize.code);
    if (known) known.weight += weight;
    else chances.set(prize.code, { code: prize.code, name: prize.names[locale], colour: bgColor, weight });
  }
  return (
    <section className="mt-6">
      <SectionTitle>{t('odds.title')}</SectionTitle>
      <Card className="px-4 py-3">
        <dl className="grid gap-y-2">
          {[...chances.values()]
            .toSorted((one, other) => one.weight - other.weight)
            .map(({ code, name, colour, weight }) => (
              <div key={code} className="flex items-baseline justify-between gap-x-4">
                <dt className="flex min-w-0 items-baseline gap-2.5">
                  <span
                    className="size-3 shrink-0 rounded-full border border-line forced-color-adjust-none"
                    style={{ backgroundColor: colour }}
                    aria-hidden="true"
                  />
                  <bdi>{name}</bdi>
                </dt>
                <dd className="font-semibold tabular-nums">{formatPercent(weight / wheel.weight)}</dd>
              </div>
            ))}
        </dl>
        {!isEven && <p className="mt-3 text-small text-ink-2">{t('odds.text')}</p>}
      </Card>
    </section>
  );
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`;
}
