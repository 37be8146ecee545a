import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { useCopy } from '@/ui/copy-button';
import { QrPicture } from '@/ui/qr-picture';

/**
 * Shows the link to register with the member's invite code: as text, as a QR code and with a button to share
 * it.
 */
export function InviteLink({ id, second }: { id: string; second: boolean }) {
  const { t } = useTranslation('accrual');
  const copy = useCopy();
  const link = buildInviteLink(id);
  const mainVariant = second ? 'tonal' : 'primary';
  const share = async (near: Element) => {
    try {
      await navigator.share({ text: t('invite.shareText'), url: link });
    } catch (error) {
      // If the member closes the share dialog, nothing happens. If the dialog cannot open, the link is
      // copied.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy({ text: link, near });
    }
  };
  return (
    <Card className="flex flex-col items-center px-4 pt-4 pb-4 text-center">
      <h3 className="text-h3 font-semibold">{t('invite.link')}</h3>
      <QrPicture text={link} label={t('invite.qr')} />
      <p className="text-small break-all text-ink-2 select-all">{link}</p>
      <div className="mt-3 grid w-full gap-2">
        {canShare() && (
          <Button
            block
            variant={mainVariant}
            icon={Share2}
            onClick={({ currentTarget }) => void share(currentTarget)}
          >
            {t('invite.share')}
          </Button>
        )}
        <Button
          block
          variant={canShare() ? 'quiet' : mainVariant}
          icon={canShare() ? undefined : Copy}
          onClick={({ currentTarget }) => void copy({ text: link, near: currentTarget })}
        >
          {t('invite.copy')}
        </Button>
      </div>
    </Card>
  );
}

function buildInviteLink(id: string): string {
  return `${location.origin}/register?code=PR${id}`;
}

function canShare(): boolean {
  return typeof navigator.share === 'function';
}
