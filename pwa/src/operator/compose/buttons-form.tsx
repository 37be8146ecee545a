import { Plus, Trash2 } from 'lucide-react';
import type { ChatButton } from '@/data/api/conversation';
import { IconButton } from '@/ui/icon-button';
import { TextInput } from '@/ui/text-input';
import { useTexts } from '../i18n';
import { SelectField } from '../ui/form-fields';
import { SmallButton } from '../ui/small-button';
import { LIMITS, newButton } from './draft';
import { lineReading } from '@/ui/line-reading';

const types = ['web', 'call', 'postback', 'other'] as const;

interface ButtonsFormProps {
  /** The path of the buttons in the form, by which their errors are found. */
  fieldPath: string;
  /** The minimum number of buttons. */
  min: number;
  buttons: ChatButton[];
  errorAt: (place: string) => string | undefined;
  onChange: (buttons: ChatButton[]) => void;
}

/** Up to three buttons. A button's target depends on its type. */
export function ButtonsForm({ fieldPath, min, buttons, errorAt, onChange }: ButtonsFormProps) {
  const { t } = useTexts();
  return (
    <>
      {buttons.map((button, i) => (
        <ButtonFields
          key={i}
          button={button}
          index={i}
          faultOf={(field) => errorAt(`${fieldPath}.${i}.${field}`)}
          onChange={(changes) =>
            onChange(buttons.map((old, at) => (at === i ? { ...old, ...changes } : old)))
          }
          onRemove={buttons.length > min ? () => onChange(buttons.filter((_, at) => at !== i)) : undefined}
        />
      ))}
      {buttons.length < LIMITS.buttons && (
        <SmallButton icon={Plus} onClick={() => onChange([...buttons, newButton()])}>
          {t('compose.addButton')}
        </SmallButton>
      )}
    </>
  );
}

interface ButtonFieldsProps {
  button: ChatButton;
  index: number;
  faultOf: (field: 'title' | 'payload') => string | undefined;
  onChange: (changes: Partial<ChatButton>) => void;
  /** Absent if no button may be removed. */
  onRemove: (() => void) | undefined;
}

function ButtonFields({ button, index, faultOf, onChange, onRemove }: ButtonFieldsProps) {
  const { t } = useTexts();
  const { type, title, payload } = button;
  return (
    <fieldset className="rounded-field border border-line p-3.5">
      <legend className="sr-only">{t('compose.button', { index: index + 1 })}</legend>
      <div className="flex items-end gap-2">
        <SelectField
          label={t('compose.type')}
          className="min-w-0 flex-1"
          value={type}
          options={types.map((value) => ({ value, label: t(`compose.types.${value}`) }))}
          onChange={(next) => onChange({ type: next })}
        />
        {onRemove && (
          <IconButton
            icon={Trash2}
            label={t('compose.removeButton', { index: index + 1 })}
            onClick={onRemove}
            className="mb-1 text-ink-2"
          />
        )}
      </div>
      <TextInput
        className="mt-2.5"
        label={t('compose.label')}
        reading={lineReading}
        value={title}
        maxLength={LIMITS.title}
        error={faultOf('title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {type !== 'other' && (
        <TextInput
          className="mt-2.5"
          label={t(`compose.payload.${type}`)}
          reading={lineReading}
          value={payload}
          inputMode={type === 'call' ? 'tel' : type === 'web' ? 'url' : 'text'}
          placeholder={type === 'web' ? 'https://' : undefined}
          maxLength={LIMITS.text}
          error={faultOf('payload')}
          onChange={(event) => onChange({ payload: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
