import { ClosingMailer } from '../../bff/src/privacy/closing/closing-mailer.service';
import type { MailService } from '../../bff/src/platform/mail/mail.service';
import { never, startJobs, type TestJobs } from '../support/jobs';

const hour = 3_600_000;
let jobs: TestJobs;
beforeAll(async () => {
  jobs = await startJobs();
});
afterAll(() => jobs.stop());

it('retries the mail that confirms an end every hour, while the balance may still come back', async () => {
  const { bank, clock } = jobs;
  const closed = clock.now();
  const [user] = await bank.owner.rows('SELECT MIN(id) AS id FROM users');
  await bank.owner.rows(
    `INSERT INTO relation_closings (user_id, state, overdraft_limit, language, requested_at, closed_at, look_at)
     VALUES (?, 'closed', 0, 'fr', ?, ?, ?)`,
    [user?.id, closed, closed, closed],
  );
  const send = jest.fn(() => Promise.reject(new Error('no mail server')));
  const mailer = new ClosingMailer(bank.database, { send } as unknown as MailService, clock);
  /** After a run so many hours after the end: how often it was tried, and in how many hours it is again. */
  const after = async (hours: number) => {
    clock.set(new Date(closed.getTime() + hours * hour));
    await mailer.sendDue(clock.now(), never);
    const [row] = await bank.owner.rows('SELECT look_at FROM relation_closings');
    const next = row?.look_at ? (new Date(row.look_at).getTime() - closed.getTime()) / hour : null;
    return [send.mock.calls.length, next];
  };
  expect(await after(0)).toEqual([1, 1]);
  expect(await after(0.5)).toEqual([1, 1]);
  expect(await after(1)).toEqual([2, 2]);
  expect(await after(31 * 24)).toEqual([3, null]);
  expect(await after(32 * 24)).toEqual([3, null]);
});
