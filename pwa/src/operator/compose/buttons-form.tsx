import { Plus, Trash2 } from 'lucide-react';
import type { ChatButton } from '@/data/chat/types';
import { IconButton } from '@/ui/icon-button';
import { TextInput } from '@/ui/text-input';
import { useWords } from '../i18n';
import { Pick } from '../ui/area';
import { SmallButton } from '../ui/small-button';
import { LIMITS, newButton } from './draft';

const types = ['web', 'call', 'postback', 'other'] as const;

interface ButtonsFormProps {
  /** Where in the form they stand, for what is wrong with them. */
  place: string;
  least: number;
  buttons: ChatButton[];
  faultAt: (place: string) => string | undefined;
  onChange: (buttons: ChatButton[]) => void;
}

/** Up to three buttons. What stands behind one goes by its type. */
export function ButtonsForm({ place, least, buttons, faultAt, onChange }: ButtonsFormProps) {
  const { say } = useWords();
  const change = (at: number, some: Partial<ChatButton>) =>
    onChange(buttons.map((button, i) => (i === at ? { ...button, ...some } : button)));
  return (
    <>
      {buttons.map(({ type, title, payload }, i) => (
        <fieldset key={i} className="rounded-field border border-line p-3.5">
          <legend className="sr-only">{say('compose.button', { index: i + 1 })}</legend>
          <div className="flex items-end gap-2">
            <Pick
              label={say('compose.type')}
              className="min-w-0 flex-1"
              value={type}
              options={types.map((value) => ({ value, label: say(`compose.types.${value}`) }))}
              onChange={(next) => change(i, { type: next })}
            />
            {buttons.length > least && (
              <IconButton
                icon={Trash2}
                label={say('compose.removeButton', { index: i + 1 })}
                onClick={() => onChange(buttons.filter((_, at) => at !== i))}
                className="mb-1 text-ink-2"
              />
            )}
          </div>
          <TextInput
            className="mt-2.5"
            label={say('compose.label')}
            value={title}
            maxLength={LIMITS.title}
            error={faultAt(`${place}.${i}.title`)}
            onChange={(event) => change(i, { title: event.currentTarget.value })}
          />
          {type !== 'other' && (
            <TextInput
              className="mt-2.5"
              label={say(`compose.payload.${type}`)}
              value={payload}
              inputMode={type === 'call' ? 'tel' : type === 'web' ? 'url' : 'text'}
              placeholder={type === 'web' ? 'https://' : undefined}
              maxLength={LIMITS.text}
              error={faultAt(`${place}.${i}.payload`)}
              onChange={(event) => change(i, { payload: event.currentTarget.value })}
            />
          )}
        </fieldset>
      ))}
      {buttons.length < LIMITS.buttons && (
        <SmallButton icon={Plus} onClick={() => onChange([...buttons, newButton()])}>
          {say('compose.addButton')}
        </SmallButton>
      )}
    </>
  );
}
