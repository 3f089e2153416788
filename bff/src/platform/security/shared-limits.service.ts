import { createHmac, randomBytes } from 'node:crypto';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../config/config';
import { bytes, moment, rowOf, whole } from '../database/columns';
import { Database } from '../database/database';
import { Clock } from '../time/clock.service';
import { FixedWindowStorage } from './fixed-window';

const shareMs = 1_000;
const callersAtOnce = 500;

const write = `
  INSERT INTO call_counts (caller, server, window_ends_at, hits) VALUES`;
const overwrite = 'ON DUPLICATE KEY UPDATE window_ends_at = VALUES(window_ends_at), hits = VALUES(hits)';
const readOthers = `
  SELECT caller, SUM(hits) AS hits FROM call_counts
  WHERE caller IN (?) AND server <> ? AND window_ends_at = ? GROUP BY caller`;
const othersRow = rowOf({ caller: bytes, hits: whole });
const readClock = 'SELECT UTC_TIMESTAMP(3) AS now';
const clockRow = rowOf({ now: moment });

/**
 * Limits of calls per minute that hold over all servers together: each counts in memory, and once a second informs the others
 * through the database of callers near their limit. Minutes are those of the database's clock, so that servers whose clocks differ
 * count the same ones. A caller may exceed a limit by what all servers admit within a second.
 * Without the database each server's own count holds.
 */
@Injectable()
export class SharedLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('SharedLimits');
  private readonly server = randomBytes(16);
  private readonly counts = new Map<string, FixedWindowStorage>();
  private timer: NodeJS.Timeout | undefined;
  private sharing: Promise<void> | undefined;
  private isFailing = false;
  /** How far the database's clock is ahead of this server's, ms. */
  private ahead = 0;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The counts of one kind of calls, by their callers; all users of a name share them. */
  of(name: string): FixedWindowStorage {
    const counts =
      this.counts.get(name) ??
      new FixedWindowStorage({ now: () => new Date(this.clock.now().getTime() + this.ahead) });
    this.counts.set(name, counts);
    return counts;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.setClock().catch(() => undefined);
    this.timer = setInterval(() => {
      this.sharing ??= this.shareQuietly().finally(() => (this.sharing = undefined));
    }, shareMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sharing;
  }

  /** Informs the other servers of the callers near their limits, and takes over what those counted of them. */
  async share(): Promise<void> {
    await this.setClock();
    for (const [name, counts] of this.counts) {
      const { windowEnd, callers } = counts.grown();
      for (let from = 0; from < callers.length; from += callersAtOnce) {
        await this.exchange(name, counts, windowEnd, callers.slice(from, from + callersAtOnce));
      }
    }
  }

  private async setClock(): Promise<void> {
    const { now } = await this.database.one(clockRow, readClock);
    this.ahead = now.getTime() - this.clock.now().getTime();
  }

  private async exchange(
    name: string,
    counts: FixedWindowStorage,
    windowEnd: number,
    callers: { key: string; own: number }[],
  ): Promise<void> {
    const ids = callers.map(({ key }) => this.idOf(name, key));
    const end = new Date(windowEnd);
    const rows = callers.map(({ own }, at) => [ids[at], this.server, end, own]);
    await this.database.write(`${write} ? ${overwrite}`, [rows]);
    const others = await this.database.rows(othersRow, readOthers, [ids, this.server, end]);
    const hits = new Map(others.map((row) => [row.caller.toString('hex'), row.hits]));
    callers.forEach(({ key }, at) => {
      counts.setOthers(windowEnd, key, hits.get(ids[at]?.toString('hex') ?? '') ?? 0);
    });
  }

  /** Keyed: the table holds no addresses. */
  private idOf(name: string, key: string): Buffer {
    const text = `${name}\n${key}`;
    return createHmac('sha256', this.config.fingerprintKey).update(text).digest().subarray(0, 16);
  }

  private async shareQuietly(): Promise<void> {
    try {
      await this.share();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`limits hold for this server alone: ${(error as Error).message}`);
      this.isFailing = true;
    }
  }
}
