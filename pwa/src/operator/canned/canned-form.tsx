import { ArrowLeft, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newId } from '@/data/kit/digest';
import { localeNames } from '@/i18n/locales';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { deleteCanned, saveCanned } from '../calls';
import { errorTextOf, useTexts } from '../i18n';
import { PanelFrame } from '../panel/panel-frame';
import type { CannedReply } from '../types';
import { TextAreaField } from '../ui/form-fields';
import { SmallButton } from '../ui/small-button';
import { refreshCanned } from './canned';
import { cleanLine } from '@/data/kit/typed/written';
import { lineReading } from '@/ui/line-reading';

const languages = ['th', 'lo', 'en'] as const;
const TITLE_LIMIT = 80;
const TEXT_LIMIT = 2000;

type Draft = Omit<CannedReply, 'id'>;

/** The form for a canned reply in all three languages. A customer gets the reply in their own language. */
export function CannedForm({ reply, onDone }: { reply: CannedReply | undefined; onDone: () => void }) {
  const { t } = useTexts();
  const { draft, busy, write, errorOf, save, remove } = useCannedDraft(reply, onDone);
  return (
    <PanelFrame
      title={t(reply ? 'canned.edit' : 'canned.add')}
      footer={<Footer busy={busy} onBack={onDone} onRemove={reply && remove} onSave={save} />}
    >
      <div className="space-y-3.5">
        <TextInput
          label={t('canned.name')}
          reading={lineReading}
          hint={t('canned.nameHint')}
          value={draft.title}
          maxLength={TITLE_LIMIT}
          error={errorOf('title')}
          onChange={(event) => write('title', event.currentTarget.value)}
        />
        {languages.map((language) => (
          <TextAreaField
            key={language}
            lang={language}
            label={localeNames[language].name}
            value={draft[language]}
            maxLength={TEXT_LIMIT}
            error={errorOf(language)}
            onChange={(event) => write(language, event.currentTarget.value)}
          />
        ))}
      </div>
    </PanelFrame>
  );
}

/** Returns the draft of the reply. `save` first checks that no field is empty. */
function useCannedDraft(reply: CannedReply | undefined, onDone: () => void) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<Draft>(() => reply ?? { title: '', th: '', lo: '', en: '' });
  const [missing, setMissing] = useState<ReadonlySet<keyof Draft>>(new Set());
  const [busy, setBusy] = useState(false);
  // One key for all attempts to save, so that the reply is added once.
  const [key] = useState(newId);
  const write = (name: keyof Draft, text: string) => {
    setDraft((old) => ({ ...old, [name]: text }));
    setMissing((old) => new Set([...old].filter((field) => field !== name)));
  };
  const runAction = async (action: () => Promise<unknown>, doneKey: 'canned.saved' | 'canned.removed') => {
    setBusy(true);
    try {
      await action();
      await refreshCanned();
      toast.done(t(doneKey));
      onDone();
    } catch (error) {
      toast.error(errorTextOf(error));
      setBusy(false);
    }
  };
  const save = () => {
    const empty = new Set((['title', ...languages] as const).filter((name) => cleanLine(draft[name]) === ''));
    setMissing(empty);
    if (empty.size === 0)
      void runAction(() => saveCanned({ ...draft, ...(reply && { id: reply.id }) }, key), 'canned.saved');
  };
  const remove = () => reply && void runAction(() => deleteCanned(reply.id), 'canned.removed');
  const errorOf = (name: keyof Draft) => (missing.has(name) ? t('form.required') : undefined);
  return { draft, busy, write, errorOf, save, remove };
}

interface FooterProps {
  busy: boolean;
  onBack: () => void;
  /** Absent for a new reply. */
  onRemove: (() => void) | undefined;
  onSave: () => void;
}

function Footer({ busy, onBack, onRemove, onSave }: FooterProps) {
  const { t } = useTexts();
  // Other operators use the reply too, so it is removed only after a second click.
  const [isSure, setSure] = useState(false);
  return (
    <div className="flex items-center gap-2">
      <SmallButton icon={ArrowLeft} tone="quiet" onClick={onBack}>
        {t('form.back')}
      </SmallButton>
      <span className="flex-1" />
      {onRemove && (
        <SmallButton
          icon={Trash2}
          tone="danger"
          disabled={busy}
          onClick={() => (isSure ? onRemove() : setSure(true))}
        >
          {t(isSure ? 'form.sure' : 'form.remove')}
        </SmallButton>
      )}
      <SmallButton tone="brand" busy={busy} onClick={onSave}>
        {t('form.save')}
      </SmallButton>
    </div>
  );
}
