import { Injectable } from '@nestjs/common';
import type { StatusComponent } from '@bank/contracts/incidents';
import { statusComponents } from '@bank/contracts/incidents';
import {
  type ComponentState,
  type ComponentStatus,
  type PublicIncident,
  type Status,
  statusDays,
  statusListed,
} from '@bank/contracts/status';
import type { KnownStatus } from '@bank/contracts/status-view';
import { Config } from '../config/config';
import { Database, type Transaction } from '../database/database';
import { Clock } from '../time/clock.service';
import { withinTime } from '../errors/deadline';
import { lastParisDays } from '../time/paris-day';
import { publicRow, type PublicRow } from './incidents.sql';
import { lineRow, linesOf, openOnes, pastOnes } from './status.sql';

/** How long one reading is given to everybody, in milliseconds. */
const keptFor = 2_000;
/** How long its page waits for a reading: people open it because the bank does not respond. */
const patienceMs = 800;

type Trouble = 'disturbed' | 'down';
type Days = ReturnType<typeof lastParisDays>;

/** The public state of the bank, from its public incidents. Every visitor shares one reading. */
@Injectable()
export class StatusService {
  private reading: Promise<Status> | undefined;
  /** Monotonic, since a clock that is set back would keep the state as it was. */
  private begunAt = 0;
  /** When the state was last read without a failure. */
  private lastRead: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The state as of at most `keptFor` ago. @throws the database's error. */
  read(): Promise<Status> {
    const now = performance.now();
    if (this.reading && now - this.begunAt < keptFor) return this.reading;
    this.begunAt = now;
    return (this.reading = this.readNow());
  }

  /** For the page of the state: what is known of it, also while the database is away or does not respond. */
  async known(): Promise<KnownStatus> {
    try {
      return { status: await withinTime(this.read(), patienceMs) };
    } catch {
      return { status: null, lost: { since: this.lastRead } };
    }
  }

  private async readNow(): Promise<Status> {
    const now = this.clock.now();
    const days = lastParisDays(now, statusDays);
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) throw new Error('a status has days');
    // An incident that is closed meanwhile is in one of both lists, and not in both or neither.
    const { open, past, lines } = await this.database.snapshot(async (tx) => {
      const current = await tx.rows(publicRow, openOnes, [statusListed]);
      const closed = await tx.rows(publicRow, pastOnes, [first.start, statusListed]);
      return { open: current, past: closed, lines: await linesFor(tx, [...current, ...closed]) };
    });
    const status = {
      at: now.toISOString(),
      from: first.day,
      to: last.day,
      components: statusComponents.map((name) => this.component(name, { open, past, days, now })),
      open: open.map((row) => toPublic(row, lines)),
      past: past.map((row) => toPublic(row, lines)),
    };
    this.lastRead = status.at;
    return status;
  }

  private component(
    name: StatusComponent,
    { open, past, days, now }: { open: PublicRow[]; past: PublicRow[]; days: Days; now: Date },
  ): ComponentStatus {
    const isConcerned = ({ components }: PublicRow) => components.includes(name);
    const current = worst(open.filter(isConcerned));
    const state: ComponentState = this.isOffered(name) ? (current ?? 'ok') : 'absent';
    const all = [...open, ...past].filter(isConcerned);
    const troubled = days.flatMap(({ day, start, end }) => {
      const during = all.filter(
        (row) => Date.parse(row.opened_at) < end.getTime() && endOf(row, now) >= start.getTime(),
      );
      const trouble = worst(during);
      return trouble ? [{ day, state: trouble }] : [];
    });
    return { name, state, days: troubled };
  }

  /** A part whose port is not configured is not offered. */
  private isOffered(name: StatusComponent): boolean {
    const { rail, cardNetwork, textMessages } = this.config;
    if (name === 'payments' || name === 'instant') return rail !== undefined;
    if (name === 'cards') return cardNetwork !== undefined;
    return name !== 'texts' || textMessages !== undefined;
  }
}

async function linesFor(tx: Transaction, rows: PublicRow[]) {
  if (rows.length === 0) return [];
  return tx.rows(lineRow, linesOf, [rows.map(({ id }) => id), statusListed]);
}

const endOf = ({ closed_at: end }: PublicRow, now: Date) => (end ? Date.parse(end) : now.getTime());

/** A grave incident means that a part does not work. */
function worst(rows: PublicRow[]): Trouble | undefined {
  if (rows.some(({ severity }) => severity === 'high')) return 'down';
  return rows.length > 0 ? 'disturbed' : undefined;
}

const toPublic = (row: PublicRow, lines: ReturnType<typeof lineRow.parse>[]): PublicIncident => ({
  id: row.id,
  title: { fr: row.title_fr, en: row.title_en },
  state: row.state,
  components: row.components,
  opened_at: row.opened_at,
  closed_at: row.closed_at,
  lines: lines
    .filter(({ incident_id }) => incident_id === row.id)
    .map(({ at, text_fr, text_en }) => ({ at, text: { fr: text_fr, en: text_en } })),
});
