import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useResource } from '@/data/engine/resources/use-resource';
import { Button } from '@/ui/button';
import { Carousel } from '@/ui/carousel';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';

interface BannerIntroProps {
  of: 'inviteBanners' | 'refundBanners';
  title: string;
  /** True while a command is under way, because its progress must be visible at once. */
  skip: boolean;
  children: ReactNode;
}

/** Shows the operators' banners first, if any; then its children. */
export function BannerIntro({ of, title, skip, children }: BannerIntroProps) {
  const { t } = useTranslation('accrual');
  const { data, loading } = useResource(of);
  const { offline } = useConnection();
  const [seen, setSeen] = useState(false);
  if (seen || skip || (data && data.banners.length === 0) || (!data && (offline || !loading)))
    return children;
  return (
    <SheetPage
      title={title}
      footer={
        data && (
          <Button block onClick={() => setSeen(true)}>
            {t('next')}
          </Button>
        )
      }
    >
      {data ? (
        <Carousel
          label={title}
          slides={data.banners.map(({ image, html }) => (
            <div key={image}>
              <img
                src={image}
                alt=""
                decoding="async"
                className="aspect-[640/280] w-full rounded-card bg-sunken object-cover"
              />
              <Html html={html} className="px-1 pt-4" />
            </div>
          ))}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </SheetPage>
  );
}
