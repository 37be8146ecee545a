import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { useUnsavedWork } from './use-unsaved-work';

/**
 * Returns a form that its schema checks as a whole. So a problem of two fields together is shown at the same
 * time as a problem of a third field.
 */
export function useSchemaForm<In extends FieldValues, Out extends FieldValues>(
  schema: GenericSchema<In, Out>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  const form = useForm<In, unknown, Out>({
    resolver: valibotResolver(schema),
    criteriaMode: 'all',
    defaultValues,
  });
  useUnsavedWork(form.formState.isDirty);
  return form;
}

/** Calls back with the form's values when the member leaves the step in any way. */
export function useValuesOnLeave<In extends FieldValues>(
  { getValues }: Pick<UseFormReturn<In>, 'getValues'>,
  onLeave: (typed: In) => void,
): void {
  const leave = useEffectEvent(() => onLeave(getValues()));
  useEffect(() => () => leave(), []);
}

/** Calls back with the whole form at each change, for values that must survive the page. */
export function useEachChange<In extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<In>, 'subscribe'>,
  onChange: (typed: In) => void,
): void {
  const onValues = useEffectEvent(onChange);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values) }),
    [subscribe],
  );
}
