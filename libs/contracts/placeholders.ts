/** Replaces each `{name}` of a text once; placeholders within values are not replaced. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => valueOf(name));

/** As `fillPlaceholders`, by a table of values; a missing value leaves nothing. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  fillPlaceholders(text, (name) => values[name] ?? '');
