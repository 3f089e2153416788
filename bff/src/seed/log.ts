import type { AuditEvent } from '../audit/audit.service';
import lines from './data/log.json';
import type { Life, Seeding } from './life';
import { later } from './timeline';

const insertRun = `
  INSERT INTO job_runs (job, started_at, finished_at, done, failed) VALUES (?, ?, ?, 0, 1)`;
const readUntil = `
  UPDATE notifications SET read_at = created_at + INTERVAL 3 HOUR WHERE created_at < ?`;
const readAfterDays = 6;
const device = 'Firefox (Windows)';

/** Plans what people and jobs left in the activity log, and what was read of the notifications. */
export function planLog(seeding: Seeding, named: Life[]): void {
  const { runner, timeline, now } = seeding;
  for (const [at, line] of lines.entries()) {
    const time = new Date(now);
    time.setUTCDate(time.getUTCDate() - line.daysAgo);
    time.setUTCHours(8, at, 0, 0);
    timeline.add(time, () => write(seeding, named, line));
  }
  timeline.add(now, async () => {
    await runner.query(readUntil, [later(now, -24 * readAfterDays)]);
  });
}

async function write(
  { runner, services }: Seeding,
  named: Life[],
  line: (typeof lines)[number],
): Promise<void> {
  const { action, message, person } = line;
  const life = named.find(({ user }) => user.username === person);
  const at = services.clock.now();
  if (!life) await runner.query(insertRun, [action.slice('job.'.length), at, at]);
  await services.audit.record(runner, {
    ...{ action, message, type: line.type as AuditEvent['type'] },
    ...{ userId: life?.userId ?? null, email: life?.user.email ?? null },
  });
  if (action === 'session.opened' && person === 'marie') {
    const told = { type: 'security', key: 'new_sign_in', values: { device } } as const;
    services.notifications.notify(runner, life?.userId ?? 0, told);
  }
}
