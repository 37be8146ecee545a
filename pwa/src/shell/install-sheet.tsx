import { Check, Plus, Share, SquarePlus } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useInstall } from '@/data/install';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/mark';
import { Numbered } from '@/ui/numbered';
import { SheetPage } from '@/ui/sheet';
import { useSheet } from './sheets';

/** iOS has no prompt of its own: there the steps are shown. */
export default function InstallSheet() {
  const { t } = useTranslation();
  const { close } = useSheet();
  const { way, prompt, rest } = useInstall();
  const later = () => {
    rest();
    close();
  };
  const act = async () => {
    if (way === 'prompt') await prompt();
    else rest();
    close();
  };
  return (
    <SheetPage
      title={t('install.title')}
      titleHidden
      footer={
        <div className="grid gap-2">
          <Button block onClick={() => void act()}>
            {t(way === 'prompt' ? 'install.action' : 'install.understood')}
          </Button>
          <Button block variant="quiet" onClick={later}>
            {t('install.later')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col items-center text-center">
        <div className="relative">
          <Mark className="size-23" />
          <span className="absolute -right-3 -bottom-4 grid size-10 place-items-center rounded-full bg-yolk text-yolk-ink ring-4 ring-bg">
            <Plus className="size-5.5" strokeWidth={2.6} aria-hidden="true" />
          </span>
        </div>
        <p className="mt-7 text-h1 font-bold" aria-hidden="true">
          {t('install.title')}
        </p>
        <p className="mt-1 text-ink-2">{t('install.text')}</p>
      </div>
      {way === 'ios' && (
        <div className="mt-5">
          <Numbered
            steps={[
              { text: <Bold i18nKey="install.share" />, icon: <Share className="size-5.5" aria-hidden="true" /> },
              { text: <Bold i18nKey="install.add" />, icon: <SquarePlus className="size-5.5" aria-hidden="true" /> },
              { text: <Bold i18nKey="install.open" />, icon: <Check className="size-5.5" aria-hidden="true" /> },
            ]}
          />
        </div>
      )}
    </SheetPage>
  );
}

function Bold({ i18nKey }: { i18nKey: 'install.share' | 'install.add' | 'install.open' }) {
  return <Trans i18nKey={i18nKey} components={{ b: <b className="font-semibold" /> }} />;
}
