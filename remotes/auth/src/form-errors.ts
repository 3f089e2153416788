import type { SummaryError } from '@bank/ui/error-summary';

/** What a form's summary lists: its refused fields, in their order. Each control has its field's name as id. */
export function refusedFields<Name extends string>(
  names: readonly Name[],
  errorOf: (name: Name) => string | undefined,
): SummaryError[] {
  return names.flatMap((id) => {
    const message = errorOf(id);
    return message ? [{ id, message }] : [];
  });
}
