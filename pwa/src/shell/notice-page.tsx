import type { ReactNode } from 'react';
import { useFocusOnArrival } from '@/ui/heading';
import { WalletPicture } from '@/ui/illustration';

interface NoticePageProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** A page that says one thing, where there is no shell round it. */
export function NoticePage({ title, children, action }: NoticePageProps) {
  const ref = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <main className="mx-auto flex min-h-dvh max-w-[400px] flex-col items-center justify-center px-6 py-10 text-center">
      <WalletPicture />
      <h1 ref={ref} tabIndex={-1} className="mt-6 text-h1 font-bold">
        {title}
      </h1>
      <p className="mt-2 text-body text-ink-2">{children}</p>
      <div className="mt-6">{action}</div>
    </main>
  );
}
