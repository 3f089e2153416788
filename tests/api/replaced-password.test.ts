import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { account, AttemptsService } from '../../bff/src/people/auth/attempts.service';
import { LoginService } from '../../bff/src/people/auth/login.service';
import type { SignInDatabase } from '../../bff/src/people/auth/sign-in-database';
import { UsersService } from '../../bff/src/people/users/users.service';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;

beforeAll(async () => {
  jobs = await startJobs();
});
afterAll(() => jobs.stop());

const opened = { access_token: 'a', refresh_token: 'r' };

/** A sign-in by the right password, while whose comparison something happens. */
function signIn(username: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  const { clock, bank } = jobs;
  const database = bank.database as SignInDatabase;
  const unused = undefined as never;
  const service = new LoginService(
    database,
    new UsersService(database, clock),
    { matches: () => meanwhile().then(() => true) } as never,
    new AttemptsService(database, new AuditService(clock), clock),
    { passwordsOf: ({ id }: { id: number }) => account(id) } as never,
    { open: () => Promise.resolve(opened) } as never,
    { isEnabled: () => Promise.resolve(false) } as never,
    unused,
    unused,
    clock,
  );
  const caller = { requestId: 'r', address: '10.0.0.1' } as never;
  return service.login({ username, password: 'right' }, caller);
}

it.each([
  ['its password is replaced', 'ledger0', `password_hash = 'another'`],
  ['its password is blocked', 'ledger1', 'password_blocked_at = NOW(3)'],
  ['its person is deactivated', 'ledger2', `status = 'inactive'`],
])('a sign-in opens nothing when %s while the password is compared', async (_what, username, change) => {
  expect(await signIn(username)).toMatchObject({ answer: opened });
  const meanwhile = () => jobs.bank.owner.rows(`UPDATE users SET ${change} WHERE username = ?`, [username]);
  await expect(signIn(username, meanwhile)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});
