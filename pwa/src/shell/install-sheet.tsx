import {
  Check,
  EllipsisVertical,
  Plus,
  Share,
  SquareArrowOutUpRight,
  SquarePlus,
  type LucideIcon,
} from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useInstall } from '@/data/device/install';
import { closeSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/mark';
import { NumberedSteps } from '@/ui/numbered-steps';
import { SheetPage } from '@/ui/sheet';
import { installHelp, thisPhone, type InstallHelp } from './install-help';

const steps = {
  ios: [
    ['install.share', Share],
    ['install.add', SquarePlus],
    ['install.open', Check],
  ],
  android: [
    ['install.menu', EllipsisVertical],
    ['install.choose', SquarePlus],
    ['install.open', Check],
  ],
  leave: [
    ['install.more', EllipsisVertical],
    ['install.browser', SquareArrowOutUpRight],
    ['install.again', Check],
  ],
  prompt: [],
  none: [],
} as const satisfies Record<InstallHelp, (readonly [string, LucideIcon])[]>;

/** The browser's own install prompt if it has one, else the steps to follow. */
export default function InstallSheet() {
  const { t } = useTranslation();
  const { method, prompt, postpone } = useInstall();
  const help = installHelp(method, thisPhone());
  const later = () => {
    postpone();
    closeSheet();
  };
  const action = async () => {
    if (help === 'prompt') await prompt();
    else if (help !== 'none') postpone();
    closeSheet();
  };
  return (
    <SheetPage
      title={t('install.title')}
      titleHidden
      footer={
        <div className="grid gap-2">
          <Button block onClick={() => void action()}>
            {t(help === 'prompt' ? 'install.action' : 'install.understood')}
          </Button>
          {help !== 'none' && (
            <Button block variant="quiet" onClick={later}>
              {t('install.later')}
            </Button>
          )}
        </div>
      }
    >
      <Head text={t(help === 'none' ? 'install.done' : 'install.text')} />
      {steps[help].length > 0 && (
        <div className="mt-5">
          <NumberedSteps
            steps={steps[help].map(([key, Icon]) => ({
              text: <Trans i18nKey={key} components={{ b: <b className="font-semibold" /> }} />,
              icon: <Icon className="size-5.5" aria-hidden="true" />,
            }))}
          />
        </div>
      )}
    </SheetPage>
  );
}

function Head({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
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
      <p className="mt-1 [text-wrap:balance] text-ink-2">{text}</p>
    </div>
  );
}
