import { ShieldX } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/ui/button';
import { useTexts } from '../i18n';
import { logOut } from '../session';

/** Shown to an operator whose role has no work in the console. */
export function Refusal({ username }: { username: string }) {
  const { t, locale } = useTexts();
  useEffect(() => {
    document.title = `${t('refusal.title')} · ${t('desk')}`;
  }, [t, locale]);
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div className="flex max-w-96 flex-col items-center text-center">
        <span
          className="grid size-14 place-items-center rounded-full bg-failed-soft text-failed"
          aria-hidden="true"
        >
          <ShieldX className="size-7" />
        </span>
        <h1 className="mt-3 text-h2 font-bold">{t('refusal.title')}</h1>
        <p className="mt-1 mb-6 text-body text-ink-2">{t('refusal.text', { name: username })}</p>
        <Button variant="tonal" onClick={logOut}>
          {t('refusal.back')}
        </Button>
      </div>
    </main>
  );
}
