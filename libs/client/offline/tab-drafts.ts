import { lasting } from '../session/lasting';
import type { EncryptedCopy } from './encrypted-copy';

interface KeptDraft {
  values: unknown;
  /** Ms since 1970. */
  at: number;
}

interface Kept extends KeptDraft {
  name: string;
  tab: string;
  form: string;
}

const nameOf = (tab: string, form: string) => `draft:${tab}:${form}`;

interface TabDrafts {
  /** The drafts with which this tab begins, by form. */
  drafts: Map<string, unknown>;
  /** Writes a draft of this tab; `undefined` removes it, since it was sent or dropped. */
  write: (form: string, values: unknown) => Promise<void>;
}

/**
 * The drafts of a tab in the copy that all tabs of a session share. Each tab has records of its own: none overwrites what
 * was typed in another one. A tab without any, as after a browser was closed, begins with those of the tab that wrote last,
 * which go with its own, unless that tab has changed them since.
 */
export async function openTabDrafts(
  copy: EncryptedCopy,
  tab: string,
  now: () => number = Date.now,
): Promise<TabDrafts> {
  const all = keptIn(await copy.readAll());
  const last = all.toSorted((one, other) => other.at - one.at)[0]?.tab;
  const source = all.some((kept) => kept.tab === tab) ? tab : last;
  const begun = new Map(all.filter((kept) => kept.tab === source).map((kept) => [kept.form, kept]));
  const dropTaken = async ({ name, at }: Kept) => {
    const found = keptIn(await copy.readAll()).find((kept) => kept.name === name);
    if (found?.at === at) await copy.write(name, undefined);
  };
  return {
    drafts: new Map([...begun].map(([form, { values }]) => [form, values])),
    write: async (form, values) => {
      const kept: KeptDraft | undefined = values === undefined ? undefined : { values, at: now() };
      await copy.write(nameOf(tab, form), kept);
      const taken = begun.get(form);
      if (kept || !taken || source === tab) return;
      begun.delete(form);
      await dropTaken(taken);
    },
  };
}

const keptIn = (records: Map<string, unknown>): Kept[] =>
  [...records].flatMap(([name, value]) => {
    const [, tab, form] = /^draft:([^:]+):(.+)$/.exec(name) ?? [];
    if (tab === undefined || form === undefined) return [];
    // Written when all tabs had one record: the name of the form follows at once.
    if (lasting === `${tab}:`) return [{ values: value, at: 0, name, tab, form: lasting + form }];
    return [{ ...(value as KeptDraft), name, tab, form }];
  });
