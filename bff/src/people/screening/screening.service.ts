import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { SanctionsFinding } from '@bank/contracts/payments';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
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
/** How long a server works with a list before it looks for a newer one. */
const lookAgainMs = 60_000;

/**
 * Finds payees and customers on the sanctions list, which each server holds in memory. It is read apart from the payments, so
 * that no order waits with locked accounts until a long list is read.
 */
@Injectable()
export class ScreeningService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sanctions');
  private index: NamesIndex | undefined;
  private list = -1;
  private reading: Promise<NamesIndex> | undefined;
  private readonly task = new RepeatedTask({
    work: () => this.refresh().then(() => undefined),
    everyMs: lookAgainMs,
    onFailure: (error) => this.logger.error('the list is not read', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly source: SanctionsSource,
  ) {}

  onApplicationBootstrap(): void {
    this.refresh().catch((error: Error) => this.logger.error('the list is not read', error.stack));
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * What the newest list has that is like a name, the likest first; `country` is that of the account, or of the document. A list that
   * came within the last minute may not be used yet. Before the first one of a configured source, `noListYet`.
   */
  async find(connection: Connection, name: string, country?: string): Promise<SanctionsFinding[]> {
    const known = this.isListMissing ? undefined : this.index;
    const index = known ?? (await this.refresh(connection));
    return this.isListMissing ? [noListYet] : index.find(name, country);
  }

  /** The built-in list is made up: a bank that has a source does not rely on it. */
  private get isListMissing(): boolean {
    return this.list === 0 && this.source.isConfigured;
  }

  /** Reads the newest list, once for all who wait for it. */
  refresh(connection: Connection = this.database): Promise<NamesIndex> {
    this.reading ??= this.read(connection).finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(connection: Connection): Promise<NamesIndex> {
    const { id } = await connection.one(idRow, newestList);
    if (this.index && id === this.list) return this.index;
    const index = await load(connection, id);
    // Once a newer list has come, the entries of this one are removed, maybe before they were read.
    const newest = await connection.one(idRow, newestList);
    if (newest.id !== id) return this.read(connection);
    this.index = index;
    this.list = id;
    return index;
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
