const statement = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b(?:[^']*?\b(?:FROM|INTO|UPDATE)\s+([a-z_]+))?/i;

/**
 * A name for a packet of statements: the first verb and table. Values already stand in the text, so nothing behind the first
 * quote is read.
 */
export function statementName(sql: string): string {
  const [constant = ''] = sql.split("'", 1);
  for (const text of constant.split(';')) {
    const [, verb, table] = statement.exec(text) ?? [];
    if (verb)
      return [verb.toUpperCase(), table ?? (verb.toUpperCase() === 'UPDATE' ? updated(text) : undefined)]
        .filter(Boolean)
        .join(' ');
  }
  return 'transaction';
}

const updated = (text: string) => /^\s*UPDATE\s+([a-z_]+)/i.exec(text)?.[1];
