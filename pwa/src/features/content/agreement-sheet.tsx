import { useTranslation } from 'react-i18next';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/content-texts';
import { closeSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { Texts } from './texts';

export default function AgreementSheet() {
  const { t } = useTranslation('content');
  const agreements = useResource('agreements').data?.agreements;
  return (
    <SheetPage
      title={t('agreement.title')}
      footer={
        <Button block onClick={closeSheet}>
          {t('agreement.accept')}
        </Button>
      }
    >
      <Texts>
        {agreements?.map((html, i) => (
          <Html key={i} html={html} />
        ))}
      </Texts>
    </SheetPage>
  );
}
