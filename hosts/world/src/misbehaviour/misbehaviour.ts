import type { Database } from '../database/database';
import { type Fault, type MisbehaviourRequest, misbehaviourSchema, randomNumbers } from './faults';

/** The faults that are on. */
export interface MisbehaviourState {
  faults: readonly Fault[];
  until: string | null;
  lateSeconds: number;
  probability: number;
  seed: number;
}

/** The faults of one call. */
export type Drawn = ReadonlySet<Fault>;

const well: MisbehaviourState = { faults: [], until: null, lateSeconds: 5, probability: 1, seed: 1 };
const none: Drawn = new Set();

/** The faults that a person or a bench switched on; they survive a restart. */
export class Misbehaviour {
  private current = well;
  private random = randomNumbers(well.seed);

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  async load(): Promise<void> {
    const stored = await this.database.row<{ value: string }>(
      `SELECT value FROM settings WHERE name = 'misbehaviour'`,
    );
    if (stored) this.use(JSON.parse(stored.value) as MisbehaviourState);
  }

  /** Replaces the active faults; an empty list switches all off. */
  async set(request: MisbehaviourRequest): Promise<MisbehaviourState> {
    const { forSeconds, ...rest } = misbehaviourSchema.parse(request);
    const until = forSeconds ? new Date(this.now().getTime() + forSeconds * 1000).toISOString() : null;
    const state = { ...rest, until };
    await this.database.write(
      `INSERT INTO settings (name, value) VALUES ('misbehaviour', ?) ON DUPLICATE KEY UPDATE value = VALUES(value)`,
      [JSON.stringify(state)],
    );
    this.use(state);
    return state;
  }

  /** The faults that are on; none once their time is over. */
  state(): MisbehaviourState {
    const { until } = this.current;
    return until !== null && new Date(until) <= this.now() ? { ...well } : this.current;
  }

  /** The faults of the next call: all that are on, or by chance one of them. */
  draw(): Drawn {
    const { faults, probability } = this.state();
    if (faults.length === 0) return none;
    if (probability === 1) return new Set(faults);
    if (this.random() >= probability) return none;
    const drawn = faults[Math.floor(this.random() * faults.length)];
    return drawn ? new Set([drawn]) : none;
  }

  private use(state: MisbehaviourState): void {
    this.current = state;
    this.random = randomNumbers(state.seed);
  }
}
