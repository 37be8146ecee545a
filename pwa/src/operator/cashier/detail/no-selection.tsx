import { WalletIllustration } from '@/ui/illustration';
import { useTexts } from '../../i18n';
import { labelsOf } from '../../frame/keys';
import { KeyList } from '../../ui/key-list';

/** Shown while no row is selected. It says what the operator can do, and with which keys. */
export function NoSelection() {
  const { t } = useTexts();
  return (
    <aside
      aria-label={t('cash.nothing.title')}
      className="flex w-[420px] shrink-0 flex-col items-center justify-center border-l border-line bg-surface px-8 text-center max-md:hidden"
    >
      <WalletIllustration />
      <h2 className="mt-5 text-h3 font-semibold">{t('cash.nothing.title')}</h2>
      <p className="mt-1 text-ink-2">{t('cash.nothing.text', { key: labelsOf('move')[0]! })}</p>
      <KeyList keys={['move', 'accept', 'refuse', 'find', 'back']} />
    </aside>
  );
}
