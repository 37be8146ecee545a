import { ChevronRight, Coffee, Hourglass, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/care-texts';
import { showSheet, type SheetName } from '@/nav/sheets';
import { StitchedCard } from '@/ui/card';
import { SectionTitle } from '@/ui/heading';

/** Rows that open the break sheet and the reality check sheet. */
export function CareRows() {
  const { t } = useTranslation('care');
  return (
    <section>
      <SectionTitle>{t('section')}</SectionTitle>
      <StitchedCard>
        <Row icon={Hourglass} sheet="reality">
          {t('reality.title')}
        </Row>
        <Row icon={Coffee} sheet="break">
          {t('title')}
        </Row>
      </StitchedCard>
    </section>
  );
}

function Row({ icon: Icon, sheet, children }: { icon: LucideIcon; sheet: SheetName; children: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => showSheet(sheet)}
      className="press flex min-h-14 w-full items-center gap-3 text-left"
    >
      <Icon className="size-5.5 text-ink-2" aria-hidden="true" />
      <span className="flex-1">{children}</span>
      <ChevronRight className="size-5 text-ink-2" aria-hidden="true" />
    </button>
  );
}
