import { ChevronDown, Flag, Gamepad2, Gift, RefreshCw, WalletMinimal, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/ui/card';
import { PageTitle } from '@/ui/heading';
import { IconTile, type TileTone } from '@/ui/icon-tile';
import { Stitch } from '@/ui/stitch';

const topics = [
  { id: 'wallet', icon: WalletMinimal, tone: 'leaf' },
  { id: 'game', icon: Gamepad2, tone: 'sky' },
  { id: 'balance', icon: RefreshCw, tone: 'yolk' },
  { id: 'bonus', icon: Gift, tone: 'pink' },
  { id: 'endBonus', icon: Flag, tone: 'sky' },
] as const satisfies { id: string; icon: LucideIcon; tone: TileTone }[];

const order = ['one', 'two', 'three'] as const;

/** The five topics in three steps each. */
export function HowtoPage() {
  const { t } = useTranslation('content');
  return (
    <>
      <PageTitle>{t('howto.title')}</PageTitle>
      <p className="-mt-2 mb-4 pl-1 text-ink-2">{t('howto.text')}</p>
      <div className="space-y-3">
        {topics.map(({ id, icon, tone }, i) => (
          <details key={id} open={i === 0} className="group">
            <summary className="press cursor-pointer list-none rounded-card focus-visible:outline-2 [&::-webkit-details-marker]:hidden">
              <Card className="flex items-center gap-3 p-4 group-open:rounded-b-none group-open:shadow-none">
                <IconTile icon={icon} tone={tone} />
                <span className="flex-1 font-semibold">{t(`howto.${id}.title`)}</span>
                <ChevronDown className="size-5 text-ink-2 group-open:rotate-180" aria-hidden="true" />
              </Card>
            </summary>
            <Card className="rounded-t-none px-4 pb-4">
              <Stitch />
              <ol className="space-y-3 pt-4">
                {order.map((step, j) => (
                  <li key={step} className="flex gap-3">
                    <span
                      className="grid size-7.5 shrink-0 place-items-center rounded-full bg-brand-soft text-small font-bold text-brand-text"
                      aria-hidden="true"
                    >
                      {j + 1}
                    </span>
                    <span className="pt-0.5">{t(`howto.${id}.steps.${step}`)}</span>
                  </li>
                ))}
              </ol>
            </Card>
          </details>
        ))}
      </div>
    </>
  );
}
