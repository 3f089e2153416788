import { Injectable } from '@nestjs/common';
import type { SanctionsFinding } from '@bank/contracts/payments';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { awayRetrySeconds } from '../../platform/http/api-exception.filter';
import { SanctionsSource } from '../../ports/sanctions/sanctions-source';
import { builtInList } from './built-in-list';
import { NamesIndex } from './names-index';

const newestList = 'SELECT COALESCE(MAX(id), 0) AS id FROM sanctions_lists WHERE completed_at IS NOT NULL';
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

/** What every name is like while the list of a configured source has not come: a person decides. Staff read either language. */
export const noListYet: SanctionsFinding = {
  entry: 'no-list',
  name: 'Aucune liste de sanctions reçue – No sanctions list received',
  likeness: 0,
  countries: '',
  programs: '',
};

const entriesAtOnce = 5_000;

/**
 * Finds payees and customers on the sanctions list, which each server holds in memory. It is read apart from all calls: a
 * transaction that waited until a long list is read would be ended by the database.
 */
@Injectable()
export class ScreeningService {
  private known: { list: number; index: NamesIndex } | undefined;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly source: SanctionsSource,
  ) {}

  /** Whether this server knows the newest list, or that none has come. */
  get isRead(): boolean {
    return this.known !== undefined;
  }

  /** Whether names are compared with a list: the built-in one is made up, and a bank that has a source does not rely on it. */
  get hasList(): boolean {
    return this.known !== undefined && !(this.known.list === 0 && this.source.isConfigured);
  }

  /**
   * What the newest list has that is like a name, the likest first; `country` is that of the account, or of the document. A list that
   * came within the last minute may not be used yet. Before the first one of a configured source, `noListYet`.
   * @throws ApiException UNAVAILABLE before this server has read it.
   */
  find(name: string, country?: string): SanctionsFinding[] {
    if (!this.known) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: awayRetrySeconds });
    return this.hasList ? this.known.index.find(name, country) : [noListYet];
  }

  /** Reads the newest list, once for all who wait for it; not to be waited for inside a transaction beside others. */
  refresh(connection: Connection = this.database): Promise<void> {
    this.reading ??= this.read(connection).finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(connection: Connection): Promise<void> {
    const { id: list } = await connection.one(idRow, newestList);
    if (list === this.known?.list) return;
    const index = await load(connection, list);
    // Once a newer list has come, the entries of this one are removed, maybe before they were read.
    const newest = await connection.one(idRow, newestList);
    if (newest.id !== list) return this.read(connection);
    this.known = { list, index };
  }
}

/** The built-in list while no other has come, for a bank without a source. */
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
