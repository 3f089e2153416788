import { useId } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

interface FieldsForm<Input extends FieldValues> {
  register: UseFormReturn<Input>['register'];
  errorOf: (name: Path<Input>) => string | undefined;
}

/**
 * Binds the fields of a form by their labels, and lists the refused ones in the order of the labels for its error
 * summary. The ids of the controls are `prefix-name`; the default prefix is unique in the page.
 */
export function useFormFields<Input extends FieldValues, Name extends Path<Input>>(
  form: FieldsForm<Input>,
  labels: Record<Name, string>,
  prefix?: string,
) {
  const unique = useId();
  const idOf = (name: Name) => `${prefix ?? unique}-${name}`;
  const field = (name: Name) => ({
    ...form.register(name),
    id: idOf(name),
    label: labels[name],
    error: form.errorOf(name),
  });
  const errors = (Object.keys(labels) as Name[])
    .filter((name) => form.errorOf(name))
    .map((name) => ({ id: idOf(name), label: labels[name] }));
  return { field, errors };
}
