import { randomBytes } from 'node:crypto';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { bytes, moment, rowOf, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { dayMs } from '../../platform/time/durations';
import { anchorFolder, anchorStore, signed, type Anchor } from './anchor';
import { restoresOf } from './restores';
import { countEntries } from './anchor-verifier';

/** The interval between anchors: the loss of older data in a failover is detected. */
const everyMilliseconds = 10_000;

const headRow = rowOf({ position: whole, hash: bytes });
const nowRow = rowOf({ now: moment });

/** Writes anchors while the server runs: one object an hour, of which each line is an anchor. */
@Injectable()
export class AnchorsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Anchors');
  private readonly task = new RepeatedTask({
    work: () => this.round(),
    everyMs: everyMilliseconds,
    onFailure: (error) => this.logger.warn(`no anchor was written: ${error.message}`),
  });
  private readonly server = randomBytes(4).toString('hex');
  private hour = '';
  private lines: string[] = [];
  private last: Anchor | undefined;
  private copy: string | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async round(): Promise<undefined> {
    await this.write();
  }

  /** Writes an anchor unless nothing has changed since the last one. @throws the store's error. */
  async write(): Promise<void> {
    const anchor = await this.read();
    if (!anchor || (anchor.position === this.last?.position && anchor.to === this.last.to)) return;
    const key = this.config.signingKeys[0];
    if (!key) return;
    const hour = anchor.time.slice(0, 13);
    const store = anchorStore(this.config);
    if (hour !== this.hour) await this.removeOld(anchor.time);
    const lines = [...(hour === this.hour ? this.lines : []), signed(anchor, key)];
    await store.put(`${anchorFolder}${hour}-${this.server}`, Buffer.from(`${lines.join('\n')}\n`));
    Object.assign(this, { hour, lines, last: anchor });
  }

  /** The present state of the database; undefined before its first sealed line. */
  private async read(): Promise<Anchor | undefined> {
    const head = await this.database.row(
      headRow,
      'SELECT position, hash FROM audit_seals ORDER BY position DESC LIMIT 1',
    );
    if (!head) return undefined;
    const to = await this.database.count('SELECT COALESCE(MAX(id), 0) FROM entries');
    const from = this.last?.to ?? to;
    const entries = await countEntries(this.database, from, to);
    const copy = (this.copy ??= (await restoresOf(this.database)).at(-1)?.id ?? '');
    const { now } = await this.database.one(nowRow, 'SELECT UTC_TIMESTAMP(3) AS now');
    return { time: now.toISOString(), ...head, hash: head.hash.toString('hex'), from, to, entries, copy };
  }

  private async removeOld(now: string): Promise<void> {
    const oldest = new Date(Date.parse(now) - this.config.backupKeepDays * dayMs).toISOString();
    const store = anchorStore(this.config);
    for (const name of await store.list(anchorFolder)) {
      if (name.slice(anchorFolder.length) < oldest.slice(0, 13)) await store.remove(name);
    }
  }
}
