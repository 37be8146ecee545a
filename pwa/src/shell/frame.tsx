import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefreshCw, Sparkles } from 'lucide-react';
import { startChat } from '@/data/domains/chat/start';
import { useResource } from '@/data/engine/resources/use-resource';
import { useUpdate } from '@/data/app/update';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { OfflineStrip } from './offline-strip';

/**
 * The layout of both shells: one column, the offline strip at the top, the bar and the floating items at the
 * bottom.
 */
export function Frame({
  bar,
  guest = false,
  children,
}: {
  bar: ReactNode;
  guest?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-brand px-4 py-2 font-semibold text-brand-ink focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <div className="sticky top-0 z-10 bg-bg pt-[env(safe-area-inset-top)]">
        <OfflineStrip guest={guest} />
      </div>
      {children}
      <Dock />
      {bar}
    </>
  );
}

const ChatDisc = lazy(() => import('./chat-disc'));

/**
 * Items that float above the bar, one above the other: the chat button, if the site has a chat, and the
 * update banner.
 */
function Dock() {
  const hasChat = useResource('enableChatWidget').data?.enableChatWidget === true;
  // Started even if the site has no chat: the chat's socket also notifies of changes of the wallet.
  useEffect(() => startChat(), []);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(78px+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-[480px] flex-col gap-2 px-4">
      {hasChat && (
        <Suspense>
          <ChatDisc />
        </Suspense>
      )}
      <UpdateBanner />
    </div>
  );
}

/**
 * Offers a new version, or a reload that loads missing files. While a form has unsaved input, `useUpdate`
 * does not offer it.
 */
function UpdateBanner() {
  const { t } = useTranslation();
  const { ready, lacksFile, apply } = useUpdate();
  if (!ready) return null;
  return (
    <div className="pointer-events-auto mb-2 animate-fade rounded-field shadow-e2">
      <Banner
        tone="info"
        icon={lacksFile ? RefreshCw : Sparkles}
        role="status"
        action={
          <Button variant="plain" onClick={apply}>
            {t(lacksFile ? 'crash.reload' : 'update.apply')}
          </Button>
        }
      >
        <span className="text-body">{t(lacksFile ? 'update.lacking' : 'update.text')}</span>
      </Banner>
    </div>
  );
}
