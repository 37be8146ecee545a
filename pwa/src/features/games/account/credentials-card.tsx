import { Download, Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameCredentials, Slot } from '@/data/api/types';
import { secureLink } from '@/data/domains/games/launch';
import type { CredentialsState } from '@/data/domains/games/use-credentials';
import { errorText } from '@/i18n/error-text';
import { Button, buttonClass } from '@/ui/button';
import { Fact, StitchedCard } from '@/ui/card';
import { CopyIcon } from '@/ui/copy-button';
import { IconButton } from '@/ui/icon-button';
import { Skeleton } from '@/ui/skeleton';
import { Stitch } from '@/ui/stitch';

interface CredentialsCardProps {
  slot: Slot;
  state: CredentialsState;
  offline: boolean;
  onAgain: () => void;
  onReset: () => void;
}

/** Shows the member's login for the provider's own site and apps. */
export function CredentialsCard({ slot, state, offline, onAgain, onReset }: CredentialsCardProps) {
  const { t } = useTranslation('games');
  return (
    <StitchedCard>
      {state.at === 'loaded' && <ShownCredentials credentials={state.credentials} />}
      {state.at === 'loading' && <CredentialsLoading />}
      {state.at === 'none' && offline && (
        <p className="py-3 text-small text-ink-2">{t('account.credentialsOffline')}</p>
      )}
      {state.at === 'failed' && <Failed error={state.error} onAgain={onAgain} />}
      <div className="flex flex-wrap items-center justify-between gap-2 py-2.5">
        <Button
          variant="quiet"
          icon={KeyRound}
          className="-ml-2 !px-2 !text-small !text-brand-text"
          disabled={state.at !== 'loaded'}
          onClick={onReset}
        >
          {t('account.reset')}
        </Button>
        <span className="flex flex-wrap gap-2">
          <AppLink href={slot.android} name="Android" none={t('account.androidNone')} />
          <AppLink href={slot.ios} name="iOS" none={t('account.iosNone')} />
        </span>
      </div>
    </StitchedCard>
  );
}

/** Hides the password until the member taps the eye. The next visit hides it again. */
function ShownCredentials({ credentials: { username, password } }: { credentials: GameCredentials }) {
  const { t } = useTranslation('games');
  const [shown, setShown] = useState(false);
  return (
    <>
      <Fact
        label={t('account.username')}
        action={<CopyIcon text={username} label={t('account.copyUsername')} />}
      >
        <span className="break-all">
          <bdi>{username}</bdi>
        </span>
      </Fact>
      <Stitch />
      <Fact
        label={t('account.password')}
        action={
          <span className="flex">
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={t(shown ? 'account.hidePassword' : 'account.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              className="text-ink-2"
            />
            <CopyIcon text={password} label={t('account.copyPassword')} secret />
          </span>
        }
      >
        {shown ? (
          <span className="break-all">{password}</span>
        ) : (
          <>
            <span aria-hidden="true">••••••••</span>
            <span className="sr-only">{t('account.masked')}</span>
          </>
        )}
      </Fact>
    </>
  );
}

function CredentialsLoading() {
  return (
    <div className="late space-y-3 py-4" aria-hidden="true">
      <Skeleton className="h-3.5 w-24 rounded-full" />
      <Skeleton className="h-4 w-40 rounded-full" />
      <Skeleton className="h-3.5 w-20 rounded-full" />
      <Skeleton className="h-4 w-32 rounded-full" />
    </div>
  );
}

/** Shown in place of the loader. A failed load opens no alert (docs/readings.md, 8.40). */
function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('games');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-3 text-small">
      <div className="min-w-0 flex-[1_1_9em]">
        <p className="font-medium">{t('account.credentialsFailed')}</p>
        <p className="text-ink-2">{errorText(error)}</p>
      </div>
      <Button variant="tonal" onClick={onAgain}>
        {t('account.again')}
      </Button>
    </div>
  );
}

interface AppLinkProps {
  href: string | null;
  name: string;
  none: string;
}

/** Links to the game's phone app. If there is no app, a disabled button shows this. */
function AppLink({ href, name, none }: AppLinkProps) {
  const link = secureLink(href);
  if (!link) {
    return (
      <Button variant="plain" disabled className="!px-2.5 !text-small">
        {none}
      </Button>
    );
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={`${buttonClass('tonal')} !px-2.5`}>
      <span className="flex items-center gap-1.5 text-small">
        <Download className="size-4" aria-hidden="true" />
        <bdi>{name}</bdi>
      </span>
    </a>
  );
}
