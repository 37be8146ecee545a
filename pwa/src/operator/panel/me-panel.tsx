import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { setLocale } from '@/data/device/locale';
import { localeNames, type Locale } from '@/i18n/locales';
import { Segmented } from '@/ui/segmented';
import { setTheme, useTheme, type Theme } from '@/ui/theme';
import { toast } from '@/ui/toast';
import { roleName } from '../frame/role-name';
import { changeLanguage, useTexts } from '../i18n';
import { logOut, useOperator } from '../session';
import { hasUnsent } from '../thread/outbox';
import { Initial } from '../ui/initial';
import { SmallButton } from '../ui/small-button';
import { PanelFrame } from './panel-frame';
import { closePanel } from './open-panel';
import { SignIn } from './sign-in';

const themes: Theme[] = ['system', 'light', 'dark'];
const locales = Object.entries(localeNames).map(([value, { name }]) => ({
  value: value as Locale,
  label: name,
}));

/** Shows the operator's name and role, and lets them choose the console's language and theme. */
export function MePanel() {
  const { t } = useTexts();
  const { username, role } = useOperator();
  return (
    <PanelFrame title={t('panel.me')} footer={<LogOutButton />}>
      <div className="flex items-center gap-3 pb-5">
        <Initial name={username} className="size-14 text-h2" />
        <div className="min-w-0">
          <p className="truncate py-px text-h2 font-bold">
            <bdi>{username}</bdi>
          </p>
          <p className="text-ink-2">{roleName(role, t)}</p>
        </div>
      </div>
      <Settings />
      <SignIn />
    </PanelFrame>
  );
}

function LogOutButton() {
  const { t } = useTexts();
  // True after the first click. The end of the session loses unsent replies, so the button asks for a
  // confirmation.
  const [isSure, setSure] = useState(false);
  return (
    <SmallButton
      icon={LogOut}
      tone="danger"
      className="w-full"
      onClick={() => {
        if (hasUnsent() && !isSure) return setSure(true);
        closePanel();
        logOut();
      }}
    >
      {t(isSure ? 'me.logoutUnsent' : 'me.logout')}
    </SmallButton>
  );
}

function Settings() {
  const { t, locale } = useTexts();
  const theme = useTheme();
  const choose = async (next: Locale) => {
    if (await changeLanguage(next)) setLocale(next);
    else toast.error(t('me.languageFailed'));
  };
  return (
    <>
      <p className="mb-1.5 text-ink-2" aria-hidden="true">
        {t('me.language')}
      </p>
      <Segmented
        label={t('me.language')}
        options={locales}
        value={locale}
        onChange={(next) => void choose(next)}
      />
      <p className="mt-4 mb-1.5 text-ink-2" aria-hidden="true">
        {t('me.theme')}
      </p>
      <Segmented
        label={t('me.theme')}
        options={themes.map((value) => ({ value, label: t(`me.themes.${value}`) }))}
        value={theme}
        onChange={setTheme}
      />
    </>
  );
}
