import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HealthService } from '../../platform/health/health.service';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { beginning, verifyLedger, type Verification } from './ledger-verifier';
import { Database } from '../../platform/database/database';

const minute = 60_000;
const firstAfter = minute;
const interval = 10 * minute;

/**
 * Verifies the ledger in the background for the readiness probe. The first round reads all of it, later ones what was
 * added since. A server that found a violation reports unready until a round finds none; each law is an incident.
 */
@Injectable()
export class LedgerWatchService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Ledger');
  private timer: NodeJS.Timeout | undefined;
  private broken = false;
  private verified: Date | undefined;
  /** Rows up to `settled` are verified; those up to `seen` also, except what was uncommitted at the time. */
  private settled = beginning;
  private seen = beginning;

  constructor(
    private readonly database: Database,
    private readonly health: HealthService,
    private readonly incidents: IncidentsService,
  ) {}

  onApplicationBootstrap(): void {
    this.health.addCheck(() => this.sound);
    this.timer = setTimeout(() => void this.round(), firstAfter).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Whether the last round found no violation; true before the first. */
  get sound(): boolean {
    return !this.broken;
  }

  /** The end of the last round that read the ledger; undefined before the first. */
  get verifiedAt(): Date | undefined {
    return this.verified;
  }

  /** One round; a round that fails is logged and leaves `sound` unchanged. */
  async round(): Promise<void> {
    try {
      const found = await verifyLedger(this.database, this.settled);
      this.conclude(found);
      this.verified = new Date();
      await this.note(found);
    } catch (error) {
      this.logger.warn(`the ledger was not verified: ${(error as Error).message}`);
    }
    this.timer = setTimeout(() => void this.round(), interval).unref();
  }

  /** Each broken law is an incident, which a person closes: what broke it does not go by itself. */
  private async note({ violations }: Verification): Promise<void> {
    if (violations.length === 0) return;
    await this.database.transaction(async (tx) => {
      for (const { check, rows } of violations) {
        const params = { rows: rows.length };
        await this.incidents.open(tx, { kind: 'ledger_broken', subject: check, severity: 'high', params });
      }
    });
  }

  private conclude({ violations, watermark }: Verification): void {
    this.broken = violations.length > 0;
    for (const { law, rows } of violations) {
      this.logger.error(`law broken: ${law}: ${JSON.stringify(rows)}`);
    }
    if (this.broken) return;
    this.settled = this.seen;
    this.seen = watermark;
  }
}
