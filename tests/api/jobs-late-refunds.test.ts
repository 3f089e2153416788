import type { CaseLink } from '@bank/contracts/cases';
import { LateRefundsService } from '../../bff/src/money/disputes/late-refunds.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { never, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await startJobs();
});
afterAll(() => jobs.stop());

it('notes each late refund of an unauthorised payment once, by whichever server, and nothing else', async () => {
  const { bank, clock } = jobs;
  const [user] = await bank.owner.rows('SELECT MIN(id) AS id FROM users');
  // A Friday's dispute: the next business day of TARGET ends on Monday.
  jobs.setDay('2027-01-08');
  const service = (database: Database) => {
    const audit = new AuditService(clock);
    const cases = new CasesService(audit, new EventsService(clock), new RandomSource(), clock);
    return { cases, refunds: new LateRefundsService(database, cases, audit) };
  };
  const open = (topic: 'not_me' | 'other') =>
    bank.database.transaction(async (tx) => {
      const links: CaseLink[] = [];
      const about = {
        kind: 'dispute',
        topic,
        userId: Number(user?.id),
        label: '',
        sum: null,
        links,
      } as const;
      return (await service(bank.database).cases.begin(tx, about, null)).id;
    });
  const late = [await open('not_me'), await open('not_me'), await open('not_me')];
  const [decided] = [await open('not_me'), await open('other')];
  await bank.owner.rows(`UPDATE cases SET state = 'decided', decision = 'refused' WHERE id = ?`, [decided]);
  const dues = await bank.owner.rows('SELECT due_at AS due FROM cases WHERE id IN (?)', [late]);
  expect(new Set(dues.map(({ due }) => new Date(due ?? '').toISOString()))).toEqual(
    new Set(['2027-01-11T22:59:59.999Z']),
  );
  const servers = jobs.twice((source) => ({
    name: 'note-late-refunds',
    everySeconds: 1,
    run: async (now) => ({
      text: 'job.late_refunds_noted',
      values: {},
      done: await service(source).refunds.note(now, never),
    }),
  }));
  const noted = async () => (await jobs.runAll(servers)).reduce((sum, { done }) => sum + done, 0);
  jobs.setDay('2027-01-11');
  expect(await noted()).toBe(0);
  jobs.setDay('2027-01-12');
  expect(await noted()).toBe(3);
  expect(await noted()).toBe(0);
  const entries = await bank.owner.rows(
    `SELECT case_id AS id FROM case_entries WHERE text_key = 'refund_late'`,
  );
  expect(entries.map(({ id }) => Number(id)).sort()).toEqual([...late].sort());
  const logged = await bank.owner.rows(`SELECT type FROM audit_log WHERE action = 'case.refund_late'`);
  expect(logged.map(({ type }) => type)).toEqual(['warning', 'warning', 'warning']);
});
