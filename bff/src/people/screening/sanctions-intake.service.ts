import { Injectable, Logger } from '@nestjs/common';
import { idRow, moment, rowOf, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import { SanctionsListError, SanctionsSource } from '../../ports/sanctions/sanctions-source';

const newest = `
  SELECT completed_at AS completedAt, entries FROM sanctions_lists WHERE completed_at IS NOT NULL
  ORDER BY id DESC LIMIT 1`;
const newestRow = rowOf({ completedAt: moment, entries: whole });
const insertEntries = `
  INSERT INTO sanctions_entries (list_id, entry, name, aliases, countries, programs) VALUES`;
const older = 'SELECT id FROM sanctions_lists WHERE id < ? ORDER BY id LIMIT 20';

const deletedAtOnce = 2_000;
/** A list of less than this part of the one before is not believed. */
const smallestPart = 0.5;

/** Fetches sanctions lists and stores them. */
@Injectable()
export class SanctionsIntakeService {
  private readonly logger = new Logger('Sanctions');

  constructor(
    private readonly database: Database,
    private readonly source: SanctionsSource,
    private readonly incidents: IncidentsService,
    private readonly clock: Clock,
  ) {}

  /** Fetches the list once a day; returns how many entries came. Without a usable one that of the day before stays. */
  async fetchDue(): Promise<number> {
    if (!this.source.isConfigured) return 0;
    const known = await this.database.row(newestRow, newest);
    if (known && this.clock.now().getTime() - known.completedAt.getTime() < dayMs) return 0;
    try {
      return await this.fetch(known?.entries ?? 0);
    } catch (error) {
      this.logger.warn(`no sanctions list: ${(error as Error).message}`);
      if (error instanceof SanctionsListError) await this.report(error);
      return 0;
    }
  }

  private async fetch(before: number): Promise<number> {
    const begin = 'INSERT INTO sanctions_lists (started_at) VALUES (?)';
    const { insertId: list } = await this.database.transaction((tx) => tx.write(begin, [this.clock.now()]));
    let count = 0;
    for await (const batch of this.source.read()) {
      const rows = batch.map(({ entry, name, aliases, countries, programs }) => [
        list,
        entry,
        name,
        aliases.join(';'),
        countries,
        programs,
      ]);
      await this.database.transaction((tx) => tx.write(`${insertEntries} ?`, [rows]));
      count += batch.length;
    }
    if (count === 0 || count < before * smallestPart) {
      throw new SanctionsListError(`${count} entries, after ${before}`);
    }
    const end = 'UPDATE sanctions_lists SET completed_at = ?, entries = ? WHERE id = ?';
    await this.database.transaction((tx) => tx.write(end, [this.clock.now(), count, list]));
    await this.forget(list);
    return count;
  }

  /** Removes older lists, and those that broke off, a slice at a time. */
  private async forget(list: number): Promise<void> {
    for (const { id } of await this.database.rows(idRow, older, [list])) {
      const slice = 'DELETE FROM sanctions_entries WHERE list_id = ? LIMIT ?';
      for (let count = deletedAtOnce; count === deletedAtOnce;) {
        const { affectedRows } = await this.database.transaction((tx) =>
          tx.write(slice, [id, deletedAtOnce]),
        );
        count = affectedRows;
      }
      await this.database.transaction((tx) => tx.write('DELETE FROM sanctions_lists WHERE id = ?', [id]));
    }
  }

  private report({ message }: Error): Promise<void> {
    const subject = parisDay(this.clock.now());
    const params = { fault: message.slice(0, 200) };
    return this.database.transaction((tx) =>
      this.incidents.open(tx, { kind: 'sanctions_refused', subject, severity: 'high', params }),
    );
  }
}
