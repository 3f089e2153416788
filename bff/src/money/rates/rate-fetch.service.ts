import { Injectable, Logger } from '@nestjs/common';
import { XmlError } from '@bank/contracts/rails/xml';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay, parisHour } from '../../platform/time/paris-day';
import { isTargetDay, targetDayBefore } from '@bank/contracts/target-days';
import { ReferenceRates } from '../../ports/rates/reference-rates';
import { ImplausibleRates, RateIntakeService } from './rate-intake.service';

const newestDay = `SELECT COALESCE(DATE_FORMAT(MAX(day), '%Y-%m-%d'), '') AS day FROM rate_sets`;
const dayRow = rowOf({ day: text });

/** The European Central Bank publishes around this hour of its own time, which is that of Paris. */
const publishedAt = 16;

/** Fetches rates from their source. */
@Injectable()
export class RateFetchService {
  private readonly logger = new Logger('Rates');

  constructor(
    private readonly database: Database,
    private readonly source: ReferenceRates,
    private readonly intake: RateIntakeService,
    private readonly incidents: IncidentsService,
    private readonly clock: Clock,
  ) {}

  get isConfigured(): boolean {
    return this.source.isConfigured;
  }

  /**
   * Fetches the rates that were published and are not here: the newest, or the last ninety days when more are missing.
   * Returns how many days came. Without an answer the next round tries again.
   */
  async fetchDue(): Promise<number> {
    if (!this.source.isConfigured) return 0;
    const published = lastPublished(this.clock.now());
    const { day } = await this.database.one(dayRow, newestDay);
    if (day >= published) return 0;
    try {
      return await this.fetch(day === targetDayBefore(published) ? 'latest' : 'history');
    } catch (error) {
      this.logger.warn(`no rates: ${(error as Error).message}`);
      return 0;
    }
  }

  /**
   * Fetches what the source has now; a file that cannot be used opens an incident.
   * @throws Error without an answer; XmlError, ImplausibleRates for a file that is not used.
   */
  async fetch(what: 'latest' | 'history' = 'latest'): Promise<number> {
    try {
      return await this.intake.take(await this.source[what]());
    } catch (error) {
      if (error instanceof XmlError || error instanceof ImplausibleRates) await this.report(error);
      throw error;
    }
  }

  private report({ message }: Error): Promise<void> {
    const subject = parisDay(this.clock.now());
    return this.database.transaction((tx) =>
      this.incidents.open(tx, {
        kind: 'rates_refused',
        subject,
        severity: 'medium',
        params: { fault: message.slice(0, 200) },
      }),
    );
  }
}

/** The last business day whose rates were published by a moment. */
export function lastPublished(now: Date): string {
  const today = parisDay(now);
  return isTargetDay(today) && parisHour(now) >= publishedAt ? today : targetDayBefore(today);
}
