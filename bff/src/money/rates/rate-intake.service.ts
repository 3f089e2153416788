import { Injectable } from '@nestjs/common';
import { isOffered } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import type { RateFile, RateSet } from '@bank/contracts/rails/reference-rates';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { isTargetDay } from '@bank/contracts/target-days';
import { isHeldBack, type KnownRate } from './held-rates';

const known = `
  SELECT DATE_FORMAT(s.day, '%Y-%m-%d') AS day, s.version, r.currency, r.rate, r.is_held AS isHeld FROM rate_sets s
  JOIN rates r ON r.set_id = s.id
  WHERE s.day >= ? AND s.version = (SELECT MAX(v.version) FROM rate_sets v WHERE v.day = s.day) ORDER BY s.day DESC`;
const knownRow = rowOf({ day: text, version: whole, currency: text, rate: minor, isHeld: flag });
const newestDay = `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS day FROM rate_sets`;
const dayRow = rowOf({ day: text.nullable() });
const insertSet = 'INSERT INTO rate_sets (day, version, source, fetched_at) VALUES (?, ?, ?, ?)';
const insertRates = 'INSERT INTO rates (set_id, currency, rate, is_held) VALUES';

/** The days before a set that its rates are compared with; longer closures of TARGET do not exist. */
const comparedDays = 10;

/** A set as it is stored: its last version. */
interface KnownSet {
  version: number;
  rates: Map<string, KnownRate>;
}

/** Why a file of rates is not used, although it can be read. */
export class ImplausibleRates extends Error {}

/** Takes in files of rates. */
@Injectable()
export class RateIntakeService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly incidents: IncidentsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the days of a file that are new, and the newest one when it was corrected; returns how many. Two servers may
   * take the same file at once.
   * @throws ImplausibleRates for a day in the future or on which nothing is published, and without any currency of ours.
   */
  async take({ sender, sets }: RateFile): Promise<number> {
    const today = parisDay(this.clock.now());
    const wanted = sets.map(ofOurs).sort((one, other) => (one.day < other.day ? -1 : 1));
    for (const { day, rates } of wanted) {
      if (day > today) throw new ImplausibleRates(`rates of ${day}, which is to come`);
      if (!isTargetDay(day)) throw new ImplausibleRates(`rates of ${day}, which is no business day`);
      if (rates.size === 0) throw new ImplausibleRates(`rates of ${day} without a currency of ours`);
    }
    const stored = await this.stored(addDays(wanted[0]?.day ?? today, -comparedDays));
    const { day: newest } = await this.database.one(dayRow, newestDay);
    let count = 0;
    for (const set of wanted) {
      const before = stored.get(set.day);
      if (before && (set.day !== newest || isSame(before, set))) continue;
      if (await this.store(sender, set, stored)) count += 1;
    }
    return count;
  }

  private async stored(since: string): Promise<Map<string, KnownSet>> {
    const found = new Map<string, KnownSet>();
    for (const { day, version, currency, rate, isHeld } of await this.database.rows(knownRow, known, [
      since,
    ])) {
      const set = found.get(day) ?? { version, rates: new Map<string, KnownRate>() };
      set.rates.set(currency, { rate, isHeld });
      found.set(day, set);
    }
    return found;
  }

  /** Returns whether the set was stored: another server may have been faster. */
  private async store(
    source: string,
    { day, rates }: RateSet,
    stored: Map<string, KnownSet>,
  ): Promise<boolean> {
    const earliest = addDays(day, -comparedDays);
    const earlier = [...stored.keys()]
      .filter((each) => each < day && each >= earliest)
      .sort()
      .reverse();
    const judged = new Map<string, KnownRate>();
    for (const [currency, rate] of rates) {
      const before = earlier.flatMap((each) => stored.get(each)?.rates.get(currency) ?? []);
      judged.set(currency, { rate, isHeld: isHeldBack(rate, before) });
    }
    const version = (stored.get(day)?.version ?? 0) + 1;
    stored.set(day, { version, rates: judged });
    try {
      await this.database.transaction((tx) => this.write(tx, { day, version, source }, judged));
      return true;
    } catch (error) {
      if (isDuplicateOf(error, 'rate_sets_day')) return false;
      throw error;
    }
  }

  private async write(
    tx: Transaction,
    { day, version, source }: { day: string; version: number; source: string },
    rates: Map<string, KnownRate>,
  ): Promise<void> {
    const { insertId } = await tx.write(insertSet, [day, version, source, this.clock.now()]);
    const rows = [...rates].map(([currency, { rate, isHeld }]) => [insertId, currency, rate, isHeld]);
    await tx.write(`${insertRates} ?`, [rows]);
    for (const [currency, { isHeld }] of rates) {
      if (!isHeld) continue;
      await this.incidents.open(tx, {
        kind: 'rate_held',
        subject: `${currency} ${day}`,
        severity: 'medium',
        params: { currency, day },
      });
    }
    await this.audit.record(tx, { action: 'rates.taken', type: 'info', values: { day, source } });
  }
}

const ofOurs = ({ day, rates }: RateSet): RateSet => ({
  day,
  rates: new Map([...rates].filter(([currency]) => isOffered(currency) && currency !== 'EUR')),
});

const isSame = ({ rates }: KnownSet, set: RateSet) =>
  rates.size === set.rates.size &&
  [...set.rates].every(([currency, rate]) => rates.get(currency)?.rate === rate);
