import type { LogTextName } from '@bank/contracts/log-texts';
import type { AuditEvent } from '../platform/audit/audit.service';
import lines from './data/log.json';
import type { DemoPerson, Seeding } from './demo-person';
import { later } from './timeline';

const insertRun = `
  INSERT INTO job_runs (job, started_at, finished_at, done, failed) VALUES (?, ?, ?, 0, 1)`;
const readUntil = `
  UPDATE notifications SET read_at = created_at + INTERVAL 3 HOUR WHERE created_at < ?`;
const readAfterDays = 6;
const device = 'Firefox (Windows)';

/** Plans lines of the activity log by people and jobs, and which notifications are read. */
export function planLog(seeding: Seeding, named: DemoPerson[]): void {
  const { tx, timeline, now } = seeding;
  for (const [at, line] of lines.entries()) {
    const time = new Date(now);
    time.setUTCDate(time.getUTCDate() - line.daysAgo);
    time.setUTCHours(8, at, 0, 0);
    timeline.add(time, () => write(seeding, named, line));
  }
  timeline.add(now, async () => {
    await tx.write(readUntil, [later(now, -24 * readAfterDays)]);
  });
}

async function write(
  { tx, services }: Seeding,
  named: DemoPerson[],
  line: (typeof lines)[number],
): Promise<void> {
  const { action } = line;
  const person = named.find(({ user }) => user.username === line.person);
  const at = services.clock.now();
  if (!person) await tx.write(insertRun, [action.slice('job.'.length), at, at]);
  await services.audit.record(tx, {
    action,
    type: line.type as AuditEvent['type'],
    text: line.text as LogTextName,
    values: line.values,
    userId: person?.userId ?? null,
    email: person?.user.email ?? null,
  });
  if (action === 'session.opened' && line.person === 'marie') {
    const notification = { type: 'security', key: 'new_sign_in', values: { device } } as const;
    services.notifications.notify(tx, person?.userId ?? 0, notification);
  }
}
