import { Injectable, type OnModuleInit } from '@nestjs/common';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MetricsService } from '../../platform/metrics/metrics.service';

const shown = `
  SELECT remote, version, status, share FROM releases WHERE status IN ('live', 'canary')`;
const shownRow = rowOf({ remote: text, version: text, status: text, share: whole });

const reports = `
  SELECT remote, version, kind, count FROM release_reports JOIN releases ON releases.id = release_id
  WHERE status IN ('live', 'canary')`;
const reportRow = rowOf({ remote: text, version: text, kind: text, count: whole });

/** Which versions of the remotes are shown, and what browsers reported of them. */
@Injectable()
export class ReleaseMetricsService implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      {
        name: 'bank_release_share_ratio',
        help: 'The share of visitors to whom a version is shown.',
        labels: ['remote', 'version', 'status'],
      },
      async () =>
        (await this.database.rows(shownRow, shown)).map(({ share, ...labels }) => ({
          labels,
          value: labels.status === 'live' ? 1 : share / 100,
        })),
    );
    this.metrics.gauge(
      {
        name: 'bank_release_reports',
        help: 'What browsers reported of a version that is shown: that it was shown, or how it failed.',
        labels: ['remote', 'version', 'kind'],
      },
      async () =>
        (await this.database.rows(reportRow, reports)).map(({ count, ...labels }) => ({
          labels,
          value: count,
        })),
    );
  }
}
