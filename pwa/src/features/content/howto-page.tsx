import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/content-texts';
import { PageTitle } from '@/ui/heading';
import { IconTile } from '@/ui/icon-tile';
import { topics, type Topic } from './topics';

/** Lists the five topics; each opens a sheet with its video and steps. */
export function HowtoPage({ onOpen }: { onOpen: (topic: Topic) => void }) {
  const { t } = useTranslation('content');
  return (
    <>
      <PageTitle>{t('howto.title')}</PageTitle>
      <p className="-mt-2 mb-4 pl-1 text-ink-2">{t('howto.text')}</p>
      <ul className="space-y-3">
        {topics.map(({ id, icon, tone }) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(id)}
              className="press flex w-full items-center gap-3 rounded-card bg-surface p-4 text-left shadow-e1"
            >
              <IconTile icon={icon} tone={tone} />
              <span className="min-w-0 flex-1 font-semibold">{t(`howto.${id}.title`)}</span>
              <span
                className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text"
                aria-hidden="true"
              >
                <Play className="ml-0.5 size-4.5 fill-current" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
