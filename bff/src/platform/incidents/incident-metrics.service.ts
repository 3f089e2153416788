import { Injectable, type OnModuleInit } from '@nestjs/common';
import { rowOf, text, whole } from '../database/columns';
import { Database } from '../database/database';
import { MetricsService } from '../metrics/metrics.service';

const open = `
  SELECT kind, severity, COUNT(*) AS count FROM incidents WHERE open_subject IS NOT NULL GROUP BY kind, severity`;
const openRow = rowOf({ kind: text, severity: text, count: whole });

/** How many incidents are open, of each kind: what the bank itself found wrong, or a person. */
@Injectable()
export class IncidentMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      { name: 'bank_incidents_open', help: 'Open incidents of the bank.', labels: ['kind', 'severity'] },
      async () =>
        (await this.database.rows(openRow, open)).map(({ kind, severity, count }) => ({
          labels: { kind, severity },
          value: count,
        })),
    );
  }
}
