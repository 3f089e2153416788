import { WatchCounterpartsJob } from '../../bff/src/money/reconciliation/watch-counterparts.job';
import { TopUpsService } from '../../bff/src/money/top-ups/top-ups.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import type { PaymentRail } from '../../bff/src/ports/payment-rail/payment-rail';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
/** When the oldest message to the rail was stored that it has not answered. */
let unanswered: Date | null;

beforeEach(async () => {
  jobs = await startJobs();
  unanswered = null;
});
afterEach(() => jobs.stop());

const rail = { backlog: async () => ({ count: 1, oldest: unanswered }) } as unknown as PaymentRail;

function jobOf(source: Database) {
  const { clock } = jobs;
  const topUps = new TopUpsService(
    ...([source, {} as never, {} as never, {} as never] as const),
    ...([{} as never, {} as never, clock] as const),
  );
  const incidents = new IncidentsService(source, new AuditService(clock), new EventsService(clock), clock);
  return new WatchCounterpartsJob(source, rail, topUps, incidents);
}

const ago = (seconds: number) => new Date(jobs.clock.now().getTime() - seconds * 1000);
/** The incidents after the job of two servers ran. */
async function watch() {
  await jobs.runAll(jobs.twice((source) => jobOf(source)));
  const rows = await jobs.bank.owner.rows('SELECT kind, is_public, closed_at FROM incidents ORDER BY id');
  return rows.map(({ kind, is_public, closed_at }) => [
    kind,
    Number(is_public) === 1 ? 'public' : 'for staff',
    closed_at === null ? 'open' : 'closed',
  ]);
}

it('finds the rail silent after two minutes, once, and well when it has answered', async () => {
  unanswered = ago(119);
  expect(await watch()).toEqual([]);
  unanswered = ago(121);
  expect(await watch()).toEqual([['rail_silent', 'public', 'open']]);
  expect(await watch()).toEqual([['rail_silent', 'public', 'open']]);
  unanswered = null;
  expect(await watch()).toEqual([['rail_silent', 'public', 'closed']]);
});

it('finds the card network silent about a top-up, until it has answered', async () => {
  const { owner } = jobs.bank;
  const [user] = await owner.rows('SELECT MIN(id) AS id FROM users');
  const ask = `INSERT INTO top_ups (id, user_id, amount, created_at) VALUES ('t1', ?, 1000, ?)`;
  await owner.rows(ask, [Number(user?.id), ago(121)]);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'open']]);
  await owner.rows(`UPDATE top_ups SET state = 'declined'`);
  expect(await watch()).toEqual([['card_network_silent', 'public', 'closed']]);
});
