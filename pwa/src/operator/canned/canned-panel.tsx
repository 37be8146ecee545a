import { Pencil, Plus, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from '@/data/kit/use-store';
import { StitchedCard } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { useTexts } from '../i18n';
import { PanelFrame } from '../panel/panel-frame';
import type { CannedReply } from '../types';
import { SmallButton } from '../ui/small-button';
import { cannedStore, refreshCanned, type CannedState } from './canned';
import { CannedForm } from './canned-form';

/** The canned replies: to read, add, change and remove. */
export function CannedPanel() {
  const { t, locale } = useTexts();
  const { replies, state } = useStore(cannedStore);
  const [edited, setEdited] = useState<CannedReply | 'new'>();
  // Another operator may have changed the replies.
  useEffect(() => void refreshCanned(), []);
  if (edited)
    return <CannedForm reply={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />;
  return (
    <PanelFrame
      title={t('canned.title')}
      footer={
        <SmallButton icon={Plus} tone="brand" className="w-full" onClick={() => setEdited('new')}>
          {t('canned.add')}
        </SmallButton>
      }
    >
      <p className="pb-3 text-ink-2">{t('canned.text')}</p>
      {replies.length > 0 && (
        <StitchedCard as="ul">
          {replies.map((reply) => (
            <button
              key={reply.id}
              type="button"
              onClick={() => setEdited(reply)}
              className="press flex w-full items-center gap-3 py-2.5 text-left"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">
                  <bdi>{reply.title}</bdi>
                </span>
                <span className="line-clamp-2 wrap-anywhere whitespace-pre-wrap text-ink-2">
                  <bdi>{reply[locale]}</bdi>
                </span>
              </span>
              <Pencil className="size-4.5 shrink-0 text-ink-2" aria-hidden="true" />
              <span className="sr-only">{t('canned.change')}</span>
            </button>
          ))}
        </StitchedCard>
      )}
      {replies.length === 0 && <NoReplies state={state} />}
    </PanelFrame>
  );
}

/** Says why there are no replies: they are loading, none exist, or loading failed. */
function NoReplies({ state }: Pick<CannedState, 'state'>) {
  const { t } = useTexts();
  if (state === 'loading') return <Skeleton className="late h-24 rounded-card" />;
  if (state === 'ready') {
    return <p className="rounded-card bg-sunken px-5 py-6 text-center text-ink-2">{t('canned.none')}</p>;
  }
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-6 text-center text-ink-2">
      {t('canned.failed')}
      <SmallButton icon={RefreshCw} onClick={() => void refreshCanned()}>
        {t('again')}
      </SmallButton>
    </div>
  );
}
