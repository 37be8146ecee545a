import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLookup } from '@/data/hooks/useLookup';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { PageTitle } from '@/ui/heading';
import { Html } from '@/ui/html';
import { QrPicture } from '@/ui/qr-picture';
import { SkeletonRows } from '@/ui/skeleton';

/** How to reach a person: the operator's words, the chat's link and its QR. */
export function ContactPage() {
  const { t } = useTranslation('content');
  const { data, loading } = useLookup('contact');
  return (
    <>
      <PageTitle>{t('contact.title')}</PageTitle>
      {!data && loading && <SkeletonRows rows={2} />}
      {!data && !loading && <EmptyState title={t('offline')}>{t('offlineText')}</EmptyState>}
      {data && (
        <div className="space-y-3">
          {data.contactText && (
            <Card className="p-4">
              <Html html={data.contactText} />
            </Card>
          )}
          {data.lineLink && <ChatCard link={data.lineLink} name={data.lineName} qr={data.lineQR} />}
        </div>
      )}
      <p className="mt-5 text-center text-small text-ink-2">{t('contact.version', { version: __APP_VERSION__ })}</p>
    </>
  );
}

function ChatCard({ link, name, qr }: { link: string; name: string; qr: string }) {
  const { t } = useTranslation('content');
  return (
    <Card className="flex flex-col items-center p-5 text-center">
      <p className="font-semibold">{t('contact.chat')}</p>
      <QrPicture picture={qr} text={link} label={t('contact.qr', { name })} />
      <p className="mb-3 text-small text-ink-2">{t('contact.qr', { name })}</p>
      <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', true)}>
        <span className="flex items-center gap-2.5">
          <MessageCircle className="size-5" aria-hidden="true" />
          {t('contact.open', { name })}
        </span>
      </a>
    </Card>
  );
}
