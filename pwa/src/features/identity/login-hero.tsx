import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClaspMark } from '@/ui/clasp';
import { CardsPicture } from '@/ui/illustration';
import { Pocket } from '@/ui/pocket';

/** The wallet's green with cards peeping out of the page's pocket, shut by the lock. */
export function LoginHero({ head, children }: { head: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('identity');
  return (
    <div className="overflow-hidden bg-wallet text-wallet-ink">
      <div className="mx-auto max-w-[480px]">
        {head}
        {/* The words take the width that they need, the picture what is left of it. */}
        <div className="flex min-h-45 pr-2 pl-5">
          <p className="shrink-0 pt-5 pb-4 text-[min(1.75rem,9vw)] leading-[1.514] font-bold whitespace-pre-line">
            {t('login.claim')}
          </p>
          <CardsPicture className="-mb-10 ml-auto h-41 max-w-38 min-w-0 flex-1 self-end overflow-visible" />
        </div>
      </div>
      <Pocket
        cloth="fill-bg"
        hem="text-ink-2/50"
        clasp={<ClaspMark icon={LockKeyhole} />}
        className="mx-auto max-w-[480px] px-5 pt-10 text-ink"
      >
        {/* A ground of its own: the cloth is a drawing, which nobody can measure text against. */}
        <div className="bg-bg">{children}</div>
      </Pocket>
    </div>
  );
}
