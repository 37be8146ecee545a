import { ExternalLink, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Lookups } from '@/data/api/types';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/content-texts';
import { showSheet } from '@/nav/sheets';
import { Button, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { PageTitle } from '@/ui/heading';
import { Html } from '@/ui/html';
import { Mark } from '@/ui/mark';
import { QrPicture } from '@/ui/qr-picture';
import { SkeletonRows } from '@/ui/skeleton';

/**
 * Shows how to reach support: the chat if there is one, the operator's text, and the other channel's link and
 * QR.
 */
export function ContactPage() {
  const { t } = useTranslation('content');
  const { data, loading } = useResource('contact');
  const widget = useResource('enableChatWidget');
  const hasChat = widget.data?.enableChatWidget === true;
  // The page waits until all parts are loaded. A part that appears later would move the others under the
  // member's finger.
  const isLoading = (!data && loading) || widget.loading;
  return (
    <>
      <PageTitle>{t('contact.title')}</PageTitle>
      {isLoading ? <SkeletonRows rows={2} /> : <ContactMethods contact={data} hasChat={hasChat} />}
    </>
  );
}

function ContactMethods({ contact, hasChat }: { contact: Lookups['contact'] | undefined; hasChat: boolean }) {
  const { t } = useTranslation('content');
  return (
    <>
      {hasChat && <ChatCard />}
      {!contact && <EmptyState title={t('offline')}>{t('offlineText')}</EmptyState>}
      {contact && (
        <div className="space-y-3">
          {contact.contactText && (
            <Card className="p-4">
              <Html html={contact.contactText} />
            </Card>
          )}
          {contact.lineLink && (
            <LinkCard link={contact.lineLink} name={contact.lineName} qr={contact.lineQR} main={!hasChat} />
          )}
        </div>
      )}
      <p className="mt-5 text-center text-small text-ink-2">
        {t('contact.version', { version: __APP_VERSION__ })}
      </p>
    </>
  );
}

function ChatCard() {
  const { t } = useTranslation('content');
  return (
    <Card className="mb-3 p-4">
      <div className="mb-4 flex items-center gap-3">
        <Mark className="size-12 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-h3 font-semibold">{t('contact.here')}</h2>
          <p className="text-small text-ink-2">{t('contact.hereText')}</p>
        </div>
      </div>
      <Button block icon={MessageCircle} aria-haspopup="dialog" onClick={() => showSheet('chat')}>
        {t('contact.start')}
      </Button>
    </Card>
  );
}

interface LinkCardProps {
  link: string;
  name: string;
  qr: string;
  /** True if this channel is the main one, because the site has no chat. */
  main: boolean;
}

function LinkCard({ link, name, qr, main }: LinkCardProps) {
  const { t } = useTranslation('content');
  return (
    <Card className="flex flex-col items-center p-5 text-center">
      <p className="font-semibold">{t('contact.chat')}</p>
      <QrPicture picture={qr} text={link} label={t('contact.qr', { name })} />
      <p className="mb-3 text-small text-ink-2">{t('contact.qr', { name })}</p>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass(main ? 'primary' : 'tonal', true)}
      >
        <span className="flex items-center gap-2.5">
          <ExternalLink className="size-5" aria-hidden="true" />
          {t('contact.open', { name })}
        </span>
      </a>
    </Card>
  );
}
