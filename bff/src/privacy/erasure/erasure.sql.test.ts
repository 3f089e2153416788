import { retentions } from '../retention/retention';
import { cascading, type Erasure, erasures } from './erasure.sql';

const statements: Partial<Record<string, Erasure[]>> = erasures;
const erased = retentions.flatMap(({ name, then, tables }) => {
  const of = statements[name];
  return then === 'erased' && of ? [[name, tables, of] as const] : [];
});

it.each(erased)('%s: a statement deletes from each of its tables', (_name, tables, of) => {
  const deleted = of.flatMap(({ sql }) => /^DELETE FROM (\w+)/.exec(sql)?.[1] ?? []);
  expect(deleted.toSorted()).toEqual(tables.filter((table) => !cascading.includes(table)).toSorted());
});
