import { exportRows } from '@bank/contracts/transactions';
import type { Database } from '../database/database';
import type { RequestContext } from '../http/request-context';
import { Clock } from '../time/clock.service';
import { AuditExportService } from './audit-export.service';
import type { AuditLogService } from './audit-log.service';
import type { AuditService } from './audit.service';

/** Exports a log of so many lines; also returns what was recorded about it. */
async function exported(lines: number) {
  const recorded: unknown[] = [];
  const log = {
    count: (_filters: object, _reader: object, most: number) => Promise.resolve(Math.min(lines, most)),
    batches: () => [],
  };
  const audit = { record: (_connection: unknown, event: object) => Promise.resolve(recorded.push(event)) };
  const service = new AuditExportService(
    {} as Database,
    log as unknown as AuditLogService,
    audit as unknown as AuditService,
    new Clock(),
  );
  const actor = { userId: 7, email: 'boss@example.org' };
  const context = { language: 'fr', requestId: 'r-1', actor } as unknown as RequestContext;
  const outcome = await service
    .file(context, { format: 'csv', type: 'all' })
    .catch((error: unknown) => error);
  return { outcome, recorded };
}

it('is a file of as many lines as one may contain, which is logged', async () => {
  const { outcome, recorded } = await exported(exportRows.csv);
  expect(outcome).toMatchObject({ format: 'csv' });
  expect(recorded).toMatchObject([{ action: 'logs.exported', values: { count: exportRows.csv } }]);
});

it('is refused with one line more, and nothing is logged', async () => {
  const { outcome, recorded } = await exported(exportRows.csv + 1);
  expect(outcome).toMatchObject({ code: 'EXPORT_TOO_LARGE' });
  expect(recorded).toEqual([]);
});
