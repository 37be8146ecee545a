import { SquareArrowOutUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isResponseLost } from '@/data/api/errors';
import { errorText } from '@/i18n/error-text';
import { Alert } from '@/ui/alert';
import { Banner } from '@/ui/banner';
import { linkClass } from '@/ui/cx';
import type { GameLauncher } from './use-game-launcher';

/**
 * Says that the game opened in another window, with a link for the case that it did not. If opening failed,
 * says why.
 */
export function LaunchNote({ name, play }: { name: string; play: GameLauncher }) {
  const { t } = useTranslation('games');
  const { launch, openByLink, dismiss } = play;
  const failed = launch.at === 'failed' ? launch.error : undefined;
  return (
    <>
      {launch.at === 'opened' && (
        <Banner tone="info" icon={SquareArrowOutUpRight} role="status">
          {t('account.launched', { name })}{' '}
          <a
            href="/play"
            target="_blank"
            rel="noopener noreferrer"
            onClick={openByLink}
            className={`tap ${linkClass}`}
          >
            {t('account.launchAgain')}
          </a>
        </Banner>
      )}
      <Alert
        open={failed !== undefined}
        title={failed === undefined || isResponseLost(failed) ? t('account.launchFailed') : errorText(failed)}
        action={t('ok')}
        onClose={dismiss}
      >
        {t('account.launchFailedText')}
      </Alert>
    </>
  );
}
