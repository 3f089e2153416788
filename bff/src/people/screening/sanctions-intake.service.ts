import { Injectable, Logger } from '@nestjs/common';
import { idRow, moment, rowOf, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { inSlices } from '../../platform/database/slices';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs, hourMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import { SanctionsListError, SanctionsSource } from '../../ports/sanctions/sanctions-source';

const newest = `
  SELECT completed_at AS completedAt, entries FROM sanctions_lists WHERE completed_at IS NOT NULL
  ORDER BY id DESC LIMIT 1`;
const newestRow = rowOf({ completedAt: moment, entries: whole });
const insertEntries = `
  INSERT INTO sanctions_entries (list_id, entry, name, aliases, countries, programs) VALUES`;
/** Lists before the newest complete one, and those of servers that were killed while they fetched. */
const left = `
  SELECT id FROM sanctions_lists
  WHERE id < (SELECT COALESCE(MAX(id), 0) FROM sanctions_lists WHERE completed_at IS NOT NULL)
    OR (completed_at IS NULL AND started_at < ?)
  ORDER BY id LIMIT ?`;

const listsAtOnce = 20;
const deletedAtOnce = 2_000;
/** A list of less than this part of the one before is not believed. */
const smallestPart = 0.5;
/** After a try, also of another server: a list has 100 MB. */
const pauseMs = hourMs;
/** Without any list payments wait: a little less than until the next run of the job. */
const firstPauseMs = 4 * 60_000;
/** From then on the source is an incident. */
const silentMs = 2 * dayMs;
/** Longer than a fetch may take. */
const abandonedMs = hourMs / 2;

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

  /**
   * Fetches the list once a day; returns how many entries came. Without a usable one that of the day before stays, and the next
   * try is an hour later; that none has come for two days is an incident.
   */
  async fetchDue(): Promise<number> {
    if (!this.source.isConfigured) return 0;
    const known = await this.database.row(newestRow, newest);
    if (known && this.clock.now().getTime() - known.completedAt.getTime() < dayMs) return 0;
    if (!(await this.mayTry(known ? pauseMs : firstPauseMs))) return 0;
    await this.forget();
    try {
      const count = await this.fetch(known?.entries ?? 0);
      await this.forget();
      return count;
    } catch (error) {
      this.logger.warn(`no sanctions list: ${(error as Error).message}`);
      if (error instanceof SanctionsListError) await this.report(error);
      const isSilent = !known || this.clock.now().getTime() - known.completedAt.getTime() > silentMs;
      if (isSilent) await this.reportSilence();
      return 0;
    }
  }

  /** Whether no server has tried for a while; notes this try. */
  private async mayTry(pause: number): Promise<boolean> {
    const now = this.clock.now();
    let isDue = true;
    await inSlices<{ triedAt: number }>(this.database, 'fetch-sanctions', async (_tx, last) => {
      // Another server's clock may be ahead, and a wrong one was perhaps set back.
      isDue = !last || Math.abs(now.getTime() - last.triedAt) >= pause;
      return { state: isDue ? { triedAt: now.getTime() } : last, more: false };
    });
    return isDue;
  }

  private async fetch(before: number): Promise<number> {
    const begin = 'INSERT INTO sanctions_lists (started_at) VALUES (?)';
    const { insertId: list } = await this.database.transaction((tx) => tx.write(begin, [this.clock.now()]));
    try {
      return await this.store(list, before);
    } catch (error) {
      await this.remove(list).catch(({ message }: Error) =>
        this.logger.warn(`list ${list} is not removed yet: ${message}`),
      );
      throw error;
    }
  }

  private async store(list: number, before: number): Promise<number> {
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
    await this.database.transaction(async (tx) => {
      await tx.write(end, [this.clock.now(), count, list]);
      await this.incidents.recover(tx, 'sanctions_silent', '', 0);
    });
    return count;
  }

  /** Removes older lists, and those that broke off. */
  private async forget(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - abandonedMs);
    for (let found = listsAtOnce; found === listsAtOnce;) {
      const lists = await this.database.rows(idRow, left, [before, listsAtOnce]);
      for (const { id } of lists) await this.remove(id);
      found = lists.length;
    }
  }

  /** Removes a list, a slice at a time. */
  private async remove(list: number): Promise<void> {
    const slice = 'DELETE FROM sanctions_entries WHERE list_id = ? LIMIT ?';
    for (let count = deletedAtOnce; count === deletedAtOnce;) {
      const { affectedRows } = await this.database.transaction((tx) =>
        tx.write(slice, [list, deletedAtOnce]),
      );
      count = affectedRows;
    }
    await this.database.transaction((tx) => tx.write('DELETE FROM sanctions_lists WHERE id = ?', [list]));
  }

  private reportSilence(): Promise<void> {
    return this.database.transaction((tx) =>
      this.incidents.open(tx, { kind: 'sanctions_silent', subject: '', severity: 'high' }),
    );
  }

  private report({ message }: Error): Promise<void> {
    const subject = parisDay(this.clock.now());
    const params = { fault: message.slice(0, 200) };
    return this.database.transaction((tx) =>
      this.incidents.open(tx, { kind: 'sanctions_refused', subject, severity: 'high', params }),
    );
  }
}
