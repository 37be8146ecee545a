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
        <div className="relative h-45 px-5 pt-5">
          <p className="text-[1.75rem] leading-[2.65rem] font-bold whitespace-pre-line">{t('login.claim')}</p>
          <CardsPicture className="absolute right-2 -bottom-10 h-41 w-38 origin-bottom-right overflow-visible max-[359px]:scale-75" />
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
