import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUpdate } from '@/data/update';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';

/** `useUpdate` keeps it back while a form is half filled in. */
export function UpdateBanner() {
  const { t } = useTranslation();
  const { ready, apply } = useUpdate();
  if (!ready) return null;
  return (
    <div className="pointer-events-auto mb-2 animate-fade rounded-field shadow-e2">
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
  );
}
