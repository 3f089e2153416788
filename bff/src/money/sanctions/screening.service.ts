import { Injectable } from '@nestjs/common';
import type { SanctionsFinding } from '@bank/contracts/payments';
import { rowOf, text, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { builtInList } from './built-in-list';
import { NamesIndex } from './names-index';

const newestList = 'SELECT COALESCE(MAX(id), 0) AS id FROM sanctions_lists WHERE completed_at IS NOT NULL';
const listRow = rowOf({ id: whole });
const nextEntries = `
  SELECT id, entry, name, aliases, countries, programs FROM sanctions_entries
  WHERE list_id = ? AND id > ? ORDER BY id LIMIT ?`;
const entryRow = rowOf({
  id: whole,
  entry: text,
  name: text,
  aliases: text,
  countries: text,
  programs: text,
});

const entriesAtOnce = 5_000;
/** How long a server works with a list before it looks for a newer one. */
const lookAgainMs = 60_000;

/** Finds payees on the sanctions list, which each server holds in memory. */
@Injectable()
export class ScreeningService {
  private index: NamesIndex | undefined;
  private list = -1;
  private lookedAt = 0;

  constructor(private readonly clock: Clock) {}

  /** What the newest list has that is like a payee's name, the likest first; `country` is that of the account. */
  async find(connection: Connection, name: string, country?: string): Promise<SanctionsFinding[]> {
    return (await this.current(connection)).find(name, country);
  }

  private async current(connection: Connection): Promise<NamesIndex> {
    const now = this.clock.now().getTime();
    if (this.index && now - this.lookedAt < lookAgainMs) return this.index;
    const { id } = await connection.one(listRow, newestList);
    if (!this.index || id !== this.list) this.index = await load(connection, id);
    this.list = id;
    this.lookedAt = now;
    return this.index;
  }
}

/** The built-in list while no other has come. */
async function load(connection: Connection, list: number): Promise<NamesIndex> {
  const index = new NamesIndex();
  if (list === 0) for (const entity of builtInList) index.add(entity);
  let after = 0;
  for (let found = list === 0 ? 0 : entriesAtOnce; found === entriesAtOnce;) {
    const rows = await connection.rows(entryRow, nextEntries, [list, after, entriesAtOnce]);
    for (const { aliases, ...entity } of rows) index.add({ ...entity, aliases: aliases.split(';') });
    after = rows.at(-1)?.id ?? after;
    found = rows.length;
  }
  return index;
}
