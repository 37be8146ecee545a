import { KeyRound } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '@/data/kit/isolate';
import { removePasskey, renamePasskey, type Passkey } from '@/data/domains/identity/passkeys';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { formatDateTime, timeAgo } from '@/ui/format/time';
import { useBackLayer } from '@/ui/layers';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { usePasswordForm } from './password-form';
import { cleanLine } from '@/data/kit/typed/written';
import { lineReading } from '@/ui/line-reading';

interface RowProps {
  passkey: Passkey;
  onChanged: () => void;
}

export function PasskeyRow({ passkey, onChanged }: RowProps) {
  const { t } = useTranslation('account');
  const [form, setForm] = useState<'rename' | 'remove'>();
  const closeForm = () => setForm(undefined);
  const finish = () => {
    closeForm();
    onChanged();
  };
  useBackLayer(form !== undefined, closeForm);
  return (
    <div className="py-3">
      <div className="flex items-start gap-x-3">
        <KeyRound className="mt-0.5 size-5.5 shrink-0 text-ink-2" aria-hidden="true" />
        <PasskeyFacts passkey={passkey} />
      </div>
      {!form && (
        <div className="-mb-2 ml-auto flex flex-wrap justify-end">
          <Button
            variant="quiet"
            aria-label={`${t('passkeys.rename')} ${isolate(passkey.name)}`}
            onClick={() => setForm('rename')}
          >
            {t('passkeys.rename')}
          </Button>
          <Button
            variant="danger"
            className="-mr-3"
            aria-label={`${t('passkeys.remove')} ${isolate(passkey.name)}`}
            onClick={() => setForm('remove')}
          >
            {t('passkeys.remove')}
          </Button>
        </div>
      )}
      {form === 'rename' && <RenameForm passkey={passkey} onDone={finish} onCancel={closeForm} />}
      {form === 'remove' && <RemoveForm passkey={passkey} onDone={finish} onCancel={closeForm} />}
    </div>
  );
}

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation('ui');
  const { name, usedAt, createdAt, stopped, synced } = passkey;
  const used = usedAt ? timeAgo(usedAt) : undefined;
  const ago =
    used && (used.unit === 'second' ? ui('ago.now') : ui(`ago.${used.unit}`, { count: used.count }));
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        {stopped ? (
          <Chip tone="failed">{t('passkeys.stopped')}</Chip>
        ) : (
          synced && <Chip tone="success">{t('passkeys.synced')}</Chip>
        )}
      </div>
      <p className="text-small text-ink-2">{ago ? t('passkeys.used', { ago }) : t('passkeys.unused')}</p>
      <p className="text-small text-ink-2">{t('passkeys.since', { date: formatDateTime(createdAt) })}</p>
      {stopped && <p className="mt-1 text-small font-medium text-failed">{t('passkeys.stoppedWhy')}</p>}
    </div>
  );
}

interface FormProps {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}

function RenameForm({ passkey, onDone, onCancel }: FormProps) {
  const { t } = useTranslation('account');
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || cleanLine(name) === '') return;
    setBusy(true);
    try {
      await renamePasskey(passkey._id, name);
      onDone();
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="mt-3 space-y-3">
      <TextInput
        label={t('passkeys.name')}
        reading={lineReading}
        autoFocus
        maxLength={60}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button
        type="submit"
        variant="tonal"
        block
        disabled={cleanLine(name) === ''}
        busy={busy}
        busyLabel={t('passkeys.saving')}
      >
        {t('passkeys.save')}
      </Button>
      <Button variant="quiet" block onClick={onCancel}>
        {t('sessions.cancel')}
      </Button>
    </form>
  );
}

function RemoveForm({ passkey, onDone, onCancel }: FormProps) {
  const { t } = useTranslation('account');
  const { field, busy, isEmpty, submit } = usePasswordForm(async (password) => {
    await removePasskey(passkey, password);
    toast.done(t('passkeys.removed'));
    onDone();
  });
  return (
    <form noValidate onSubmit={submit} className="mt-3 space-y-3">
      <p className="text-small text-ink-2">{t('passkeys.removeWhy')}</p>
      {field}
      <Button
        type="submit"
        variant="danger"
        block
        disabled={isEmpty}
        busy={busy}
        busyLabel={t('passkeys.removing')}
      >
        {t('passkeys.confirmRemove')}
      </Button>
      <Button variant="quiet" block onClick={onCancel}>
        {t('sessions.cancel')}
      </Button>
    </form>
  );
}
