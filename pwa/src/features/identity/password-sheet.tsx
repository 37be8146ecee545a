import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError, isOutcomeUnknown } from '@/data/api/errors';
import { command } from '@/data/engine/commands/send';
import '@/i18n/account-texts';
import { errorText } from '@/i18n/error-text';
import { closeSheet, showSheet } from '@/nav/sheets';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { PasswordInput } from '@/ui/password-input';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useGuessableText, useProblemText } from './problems';
import { changePasswordSchema, type ChangePasswordForm } from './schemas';
import { useSchemaForm } from './use-schema-form';

/**
 * Changes the password. Sends nothing while a field is empty or the two new passwords differ. A refusal is
 * shown in a dialog.
 */
export default function PasswordSheet() {
  const { t } = useTranslation('account');
  const problem = useProblemText();
  const formId = useId();
  const { form, failure, save, forgetFailure } = useChangePasswordForm();
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <SheetPage title={t('changePassword.title')} footer={<Footer formId={formId} busy={isSubmitting} />}>
      <form id={formId} noValidate onSubmit={handleSubmit(save)} className="space-y-4">
        <Alert
          open={failure !== undefined}
          title={t(failure?.isUnknown ? 'changePassword.unknown' : 'changePassword.failed')}
          action={t('changePassword.ok')}
          onClose={forgetFailure}
        >
          {failure?.text}
        </Alert>
        <PasswordInput
          label={t('changePassword.old')}
          autoComplete="current-password"
          error={problem(errors.old)}
          {...register('old')}
        />
        <PasswordInput
          label={t('changePassword.new')}
          autoComplete="new-password"
          hint={t('changePassword.hint')}
          error={problem(errors.password)}
          {...register('password')}
        />
        <PasswordInput
          label={t('changePassword.confirm')}
          autoComplete="new-password"
          error={problem(errors.confirm)}
          {...register('confirm')}
        />
        <p className="text-small text-ink-2">{t('changePassword.others')}</p>
      </form>
    </SheetPage>
  );
}

/** Returns the form. `save` changes the password and closes the sheet; `failure` says why it was refused. */
function useChangePasswordForm() {
  const { t } = useTranslation('account');
  const guessableText = useGuessableText();
  const [failure, setFailure] = useState<{ text: string; isUnknown: boolean }>();
  const form = useSchemaForm(changePasswordSchema, { old: '', password: '', confirm: '' });
  const save = async ({ old, password }: ChangePasswordForm) => {
    try {
      const body = { oldPassword: old, newPassword: password };
      const { passkeys } = await command('changePassword', { body });
      toast.done(t('changePassword.done'));
      // Passkeys stay valid after a password change. After a theft the member must check them too.
      if (passkeys) showSheet('passkeys');
      else closeSheet();
    } catch (error) {
      const isGuessable = isApiError(error) && error.fields?.newPassword !== undefined;
      const text = isGuessable ? guessableText(error) : errorText(error);
      setFailure({ text, isUnknown: isOutcomeUnknown(error) });
    }
  };
  return { form, failure, save, forgetFailure: () => setFailure(undefined) };
}

function Footer({ formId, busy }: { formId: string; busy: boolean }) {
  const { t } = useTranslation('account');
  return (
    <div className="grid gap-2">
      <Button type="submit" form={formId} block busy={busy} busyLabel={t('changePassword.saving')}>
        {t('changePassword.save')}
      </Button>
      <Button variant="quiet" block onClick={closeSheet}>
        {t('changePassword.cancel')}
      </Button>
    </div>
  );
}
