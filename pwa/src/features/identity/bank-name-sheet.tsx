import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '@/data/api/types';
import { command } from '@/data/engine/commands/send';
import { refreshHome } from '@/data/engine/home/home';
import { useHome } from '@/data/domains/wallet/use-home';
import '@/i18n/account-texts';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { Card, Fact } from '@/ui/card';
import { CopyIcon } from '@/ui/copy-button';
import { SheetPage } from '@/ui/sheet';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { isLatinName, isNameEditOffered } from './account-name';
import { cleanLine } from '@/data/kit/typed/written';
import { capitalsReading } from '@/ui/line-reading';

const COPY_AFTER_MS = 1000;

/**
 * Lets the member enter the holder's name in Latin letters. Nothing else of the bank account can be changed.
 */
export default function BankNameSheet() {
  const { t } = useTranslation('account');
  const account = useHome().data?.bankAccount;
  const [saved, setSaved] = useState<string>();
  if (saved) return <Saved name={saved} />;
  if (account && isNameEditOffered(account)) return <EditName account={account} onSaved={setSaved} />;
  return (
    <SheetPage title={t('bankName.title')}>
      <p className="pb-4 text-ink-2">{t('bankName.notOffered')}</p>
    </SheetPage>
  );
}

function EditName({ account, onSaved }: { account: BankAccount; onSaved: (name: string) => void }) {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const next = cleanLine(name);
    if (!isLatinName(next)) return toast.error(t('bankName.requiredEngLangMsg'));
    setBusy(true);
    try {
      const body = { bankCode: account.bankCode, bankAccountName: next };
      await command('changeBankName', { body });
      await refreshHome();
      onSaved(next);
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <SheetPage
      title={t('bankName.title')}
      footer={
        <Button type="submit" form="bank-name" block busy={busy} busyLabel={t('bankName.saving')}>
          {t('bankName.save')}
        </Button>
      }
    >
      <form id="bank-name" noValidate onSubmit={(event) => void save(event)} className="space-y-4">
        <p className="text-ink-2">{t('bankName.text')}</p>
        <Card className="px-4">
          <Fact label={t('bankName.current')}>
            <bdi>{account.bankAccountName}</bdi>
          </Fact>
        </Card>
        <TextInput
          label={t('bankName.label')}
          autoComplete="name"
          autoCapitalize="characters"
          spellCheck={false}
          reading={capitalsReading}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </SheetPage>
  );
}

/** Shows the new name. After a second it copies the name, as if the member had tapped the copy button. */
function Saved({ name }: { name: string }) {
  const { t } = useTranslation('account');
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => copy.current?.click(), COPY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SheetPage title={t('bankName.title')}>
      <p role="status" className="mb-3 flex items-center gap-2 font-semibold text-in">
        <CircleCheck className="size-5.5" aria-hidden="true" />
        {t('bankName.done')}
      </p>
      <Card className="px-4">
        <Fact
          label={t('bankName.label')}
          action={<CopyIcon ref={copy} text={name} label={t('bankName.copy')} />}
        >
          <bdi>{name}</bdi>
        </Fact>
      </Card>
    </SheetPage>
  );
}
