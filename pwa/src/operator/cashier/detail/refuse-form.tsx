import { useEffect, useId, useRef, type FormEvent } from 'react';
import { TextInput } from '@/ui/text-input';
import { FieldError } from '@/ui/field';
import { useWords, type Word } from '../../i18n';
import { amountText } from '../money';
import { no } from '../perform';
import { refusalOf, slipNotes } from '../plan';
import { setDraft } from '../queue/queue';
import { BackButton, NoButton } from './act-buttons';
import type { PartProps } from './part-props';

const NOTE_LIMIT = 200;

interface RefuseFormProps extends PartProps {
  isBusy: boolean;
  onBack: () => void;
}

/** Why not, where the call needs a reason; else whether it is meant. Enter says it. */
export function RefuseForm({ item, state, isBusy, onBack }: RefuseFormProps) {
  const { say } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const { key, kind, satang, currency } = item;
  const how = refusalOf[kind];
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [data-no]')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    no(item);
  };
  const note = state.drafts.get(key)?.note ?? '';
  const missing = state.asked === 'note' ? say('cash.need.note') : undefined;
  return (
    <form ref={form} onSubmit={submit} className="space-y-3">
      {how === 'code' && (
        <Notes value={note} error={missing} onChange={(next) => setDraft(key, { note: next })} />
      )}
      {how === 'words' && (
        <TextInput
          label={say(kind === 'DIFFERENCE' ? 'cash.difference.why' : 'cash.refuse.words')}
          hint={say(kind === 'DIFFERENCE' ? 'cash.difference.whyHint' : 'cash.refuse.wordsHint')}
          value={note}
          maxLength={NOTE_LIMIT}
          error={missing}
          onChange={(event) => setDraft(key, { note: event.currentTarget.value })}
        />
      )}
      {how === 'plain' && (
        <p>
          {say(`cash.sure.${kind}` as Word, { amount: satang === null ? '' : amountText(satang, currency) })}
        </p>
      )}
      <div className="flex items-center justify-between gap-2.5">
        <BackButton onBack={onBack} />
        <NoButton type="submit" isBusy={isBusy} shortcut="Enter">
          {say(`cash.no.${kind}` as Word)}
        </NoButton>
      </div>
    </form>
  );
}

interface NotesProps {
  value: string;
  error: string | undefined;
  onChange: (note: string) => void;
}

/** Native radios: arrows choose, and Enter goes on. */
function Notes({ value, error, onChange }: NotesProps) {
  const { say } = useWords();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{say('cash.refuse.code')}</legend>
      {slipNotes.map((note) => (
        <label
          key={note}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[10px] px-2 hover:bg-sunken has-checked:bg-brand-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 outline-none"
            checked={value === note}
            onChange={() => onChange(note)}
          />
          {say(`cash.note.${note}`)}
        </label>
      ))}
      <div aria-live="polite">{error && <FieldError>{error}</FieldError>}</div>
    </fieldset>
  );
}
