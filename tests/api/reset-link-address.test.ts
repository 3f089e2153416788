import type { Config } from '../../bff/src/platform/config/config';
import { Idempotency } from '../../bff/src/platform/http/idempotency.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { PasswordResetService } from '../../bff/src/people/auth/password-reset.service';
import type { SignInDatabase } from '../../bff/src/people/auth/sign-in-database';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;

beforeAll(async () => {
  jobs = await startJobs();
});
afterAll(() => jobs.stop());

/** The service, whose work in the background begins when the test lets it. */
function resets() {
  const waiting: (() => Promise<unknown>)[] = [];
  const mailed: string[] = [];
  const unused = undefined as never;
  const idempotency = new Idempotency(jobs.bank.database, jobs.clock, {} as Config);
  const service = new PasswordResetService(
    jobs.bank.database as SignInDatabase,
    idempotency,
    unused,
    unused,
    unused,
    unused,
    { sendTemplate: (to: string) => mailed.push(to) } as never,
    new AuditService(jobs.clock),
    unused,
    { start: (_name: string, work: () => Promise<unknown>) => waiting.push(work) } as never,
    jobs.clock,
    { shellOrigin: 'http://localhost' } as never,
  );
  const work = () => Promise.all(waiting.splice(0).map((each) => each()));
  return { service, mailed, work };
}
const caller = { requestId: 'r', idempotency: { key: null } } as never;
const links = () => jobs.bank.owner.rows('SELECT 1 FROM password_resets');

it('a link is not mailed to an address that changes while it is asked for', async () => {
  const { service, mailed, work } = resets();
  await service.forgot('l0@example.org', caller);
  await jobs.bank.owner.rows(`UPDATE users SET email = 'new@example.org' WHERE email = 'l0@example.org'`);
  await work();
  expect([mailed, await links()]).toEqual([[], []]);
  await service.forgot('new@example.org', caller);
  await work();
  expect([mailed, (await links()).length]).toEqual([['new@example.org'], 1]);
});
