import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys, listPasskeys, type Passkeys } from '@/data/domains/identity/passkeys';
import '@/i18n/account-texts';
import { errorText } from '@/i18n/error-text';
import { showSheetOver } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { StitchedCard } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { Failure } from '../failure';
import { AddStep } from './add-step';
import { PasskeyRow } from './passkey-row';

/**
 * Lists the passkeys. They are loaded on each opening: anything that gives access to an account is never
 * shown from a cache.
 */
export default function PasskeysSheet() {
  const { t } = useTranslation('account');
  const { own, failure, load } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  if (isAdding) {
    return (
      <AddStep
        onAdded={() => {
          setAdding(false);
          load();
        }}
        onBack={() => setAdding(false)}
      />
    );
  }
  return (
    <SheetPage title={t('passkeys.title')} footer={own && <Footer own={own} onAdd={() => setAdding(true)} />}>
      {failure ? (
        <div className="space-y-3">
          <Failure>{failure}</Failure>
          <Button variant="tonal" block onClick={load}>
            {t('sessions.retry')}
          </Button>
        </div>
      ) : own ? (
        <PasskeyList own={own} onChanged={load} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </SheetPage>
  );
}

function usePasskeys() {
  const [own, setOwn] = useState<Passkeys>();
  const [failure, setFailure] = useState<string>();
  const load = () => {
    listPasskeys().then(
      (response) => {
        setOwn(response);
        setFailure(undefined);
      },
      (error: unknown) => setFailure(errorText(error)),
    );
  };
  useEffect(load, []);
  return { own, failure, load };
}

function PasskeyList({ own, onChanged }: { own: Passkeys; onChanged: () => void }) {
  const { t } = useTranslation('account');
  if (own.passkeys.length === 0)
    return <EmptyState title={t('passkeys.none')}>{t('passkeys.what')}</EmptyState>;
  return (
    <div className="space-y-4">
      <StitchedCard as="ul">
        {own.passkeys.map((passkey) => (
          <PasskeyRow key={passkey._id} passkey={passkey} onChanged={onChanged} />
        ))}
      </StitchedCard>
      <p className="text-small text-ink-2">{t('passkeys.keep')}</p>
      <Button variant="quiet" block onClick={() => showSheetOver('sessions')}>
        {t('passkeys.sessions')}
      </Button>
    </div>
  );
}

function Footer({ own, onAdd }: { own: Passkeys; onAdd: () => void }) {
  const { t } = useTranslation('account');
  if (!canUsePasskeys()) {
    return (
      <p className="text-center text-small text-ink-2">
        <b className="block font-semibold text-ink">{t('passkeys.unsupported')}</b>
        {t('passkeys.unsupportedText')}
      </p>
    );
  }
  const isFull = own.passkeys.length >= own.most;
  return (
    <div className="grid gap-2">
      <Button block disabled={isFull} onClick={onAdd}>
        {t('passkeys.add')}
      </Button>
      {isFull && (
        <p className="text-center text-small text-ink-2">{t('passkeys.full', { most: own.most })}</p>
      )}
    </div>
  );
}
