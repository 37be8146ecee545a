import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { useFocusOnArrival } from '@/ui/heading';
import { WalletIllustration } from '@/ui/illustration';
import { Button, buttonClass } from '@/ui/button';

interface NoticePageProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** A page with a single message, without a shell around it. */
export function NoticePage({ title, children, action }: NoticePageProps) {
  const ref = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <main className="mx-auto flex min-h-dvh max-w-[400px] flex-col items-center justify-center px-6 py-10 text-center">
      <WalletIllustration />
      <h1 ref={ref} tabIndex={-1} className="mt-6 text-h1 font-bold">
        {title}
      </h1>
      <p className="mt-2 text-body text-ink-2">{children}</p>
      <div className="mt-6">{action}</div>
    </main>
  );
}

/** Shown when a page crashes. It shows that the crash loses no money. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <NoticePage
      title={t('crash.title')}
      action={<Button onClick={() => location.reload()}>{t('crash.reload')}</Button>}
    >
      {t('crash.text')}
    </NoticePage>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <NoticePage
      title={t('notFound.title')}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t('notFound.back')}
        </Link>
      }
    >
      {t('notFound.text')}
    </NoticePage>
  );
}
