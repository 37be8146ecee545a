import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUpdate } from '@/data/update';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';

/** Above the bar. `useUpdate` keeps it back while a form is half filled in. */
export function UpdateBanner() {
  const { t } = useTranslation();
  const { ready, apply } = useUpdate();
  if (!ready) return null;
  return (
    <div className="fixed inset-x-0 bottom-[calc(86px+env(safe-area-inset-bottom))] z-20 mx-auto max-w-[480px] animate-fade px-4">
      <div className="rounded-field shadow-e2">
        <Banner
          tone="info"
          icon={Sparkles}
          role="status"
          action={
            <Button variant="plain" onClick={apply}>
              {t('update.apply')}
            </Button>
          }
        >
          <span className="text-body">{t('update.text')}</span>
        </Banner>
      </div>
    </div>
  );
}
