import { useTranslation } from 'react-i18next';
import { useHome } from '@/data/domains/wallet/use-home';
import { BankTile } from '@/ui/bank-tile';
import { cx } from '@/ui/cx';
import { SectionTitle } from '@/ui/heading';
import { useMedia } from '@/ui/media';
import { listBankApps } from './bank-app-links';

interface BankAppsProps {
  currency: 'BAHT' | 'LAK';
  /** The text of the QR code, for apps that accept it in their link. */
  code: string;
}

/** Links to the bank apps, because a phone cannot scan a code on its own screen. */
export function BankApps({ currency, code }: BankAppsProps) {
  const { t } = useTranslation('cash');
  const onPhone = useMedia('(hover: none) and (pointer: coarse)');
  const own = useHome().data?.bankAccount?.bankCode;
  if (!onPhone) return null;
  return (
    <section>
      <SectionTitle>{t('apps.title')}</SectionTitle>
      <p className="px-1 pb-3 text-small text-ink-2">
        {t(currency === 'LAK' ? 'apps.direct' : 'apps.picture')}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5em),1fr))] gap-2">
        {listBankApps(currency, own).map(({ bank, name, link }) => (
          <li key={bank}>
            <a
              href={link(code)}
              aria-label={t('apps.open', { app: name })}
              className={cx(
                'press flex min-h-14 items-center gap-2.5 rounded-field px-3 py-2 text-small font-semibold shadow-e1',
                bank === own ? 'bg-brand-soft text-brand-text' : 'bg-surface text-ink',
              )}
            >
              <BankTile code={bank} small />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
