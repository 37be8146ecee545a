import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { Field, frameClass, type FieldProps } from './field';
import type { Reading } from './reading';
import { useFormatted } from './use-formatted';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className'>, FieldProps {
  icon?: LucideIcon;
  trailing?: ReactNode;
  /** How the text is read. The form receives the rewritten text; the caret stays. */
  reading: Reading;
  inputClass?: string;
}

export function TextInput(props: TextInputProps) {
  const {
    label,
    error,
    errorId,
    hint,
    className,
    icon: Icon,
    trailing,
    reading,
    inputClass,
    onChange,
    ...rest
  } = props;
  const { t } = useTranslation('ui');
  const { isRefused, handlers } = useFormatted(
    reading.format,
    onChange,
    typeof rest.value === 'string' ? rest.value : undefined,
  );
  const shownError = error ?? (isRefused ? t('unread') : undefined);
  return (
    <Field label={label} error={shownError} errorId={errorId} hint={hint} className={className}>
      {(ids) => (
        <div className={frameClass(Boolean(shownError), Icon ? 'gap-2 pl-3.5' : 'pl-3.5')}>
          {Icon && <Icon className="size-5 shrink-0 text-ink-2" aria-hidden="true" />}
          <input
            {...rest}
            {...ids}
            {...(reading.format ? handlers : { onChange })}
            data-reads={reading.kind}
            className={cx(
              'min-h-12.5 w-full min-w-0 bg-transparent pr-3.5 text-body text-ink outline-none placeholder:text-ink-3',
              'read-only:text-ink-2',
              inputClass,
            )}
          />
          {trailing}
        </div>
      )}
    </Field>
  );
}
