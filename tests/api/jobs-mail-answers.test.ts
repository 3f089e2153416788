import { AnswerMailer } from '../../bff/src/care/support/answer-mailer.service';
import { MailAnswersJob } from '../../bff/src/care/support/mail-answers.job';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import type { MailService } from '../../bff/src/platform/mail/mail.service';
import { BackgroundTasks } from '../../bff/src/platform/tasks/background-tasks.service';
import { startJobs, type TestJobs } from '../support/jobs';
import { logLines } from '../support/log-lines';

const hour = 3_600_000;
let jobs: TestJobs;
let isAway = false;
const send = jest.fn(() => (isAway ? Promise.reject(new Error('no mail server')) : Promise.resolve()));

beforeAll(async () => {
  jobs = await startJobs();
});
afterAll(() => jobs.stop());
beforeEach(() => send.mockClear());

/** An answer that was written so many hours ago and is due; returns what its ticket and its mail are after one run. */
async function afterRun(reference: string, hours: number) {
  const { bank, clock } = jobs;
  const now = clock.now();
  const written = new Date(now.getTime() - hours * hour);
  const [user] = await bank.owner.rows('SELECT MIN(id) AS id FROM users');
  await bank.owner.rows(
    `INSERT INTO tickets (reference, first_name, last_name, email, category, priority, subject, message, created_at, status, answer_by)
     VALUES (?, 'Zoé', 'Martin', 'zoe@example.org', 'cards', 'normal', 'Ma carte', 'Bloquée.', ?, 'answered', ?)`,
    [reference, written, written],
  );
  const ofTicket = '(SELECT id FROM tickets WHERE reference = ?)';
  await bank.owner.rows(
    `INSERT INTO ticket_answers (ticket_id, author_id, message, created_at, mail_at) VALUES (${ofTicket}, ?, 'Voici.', ?, ?)`,
    [reference, user?.id, written, now],
  );
  const [audit, events] = [new AuditService(clock), new EventsService(clock)];
  const mail = { send } as unknown as MailService;
  const mailer = new AnswerMailer(bank.database, mail, new BackgroundTasks(), audit, events, clock);
  await jobs.runAll([new MailAnswersJob(mailer)]);
  const [row] = await bank.owner.rows(
    `SELECT t.status, a.mail_at, a.mailed_at FROM tickets t JOIN ticket_answers a ON a.ticket_id = t.id WHERE t.reference = ?`,
    [reference],
  );
  return { status: row?.status, isDue: row?.mail_at !== null, isMailed: row?.mailed_at !== null };
}
const givenUp = async () =>
  (await logLines(jobs.bank.owner, `action = 'ticket.unsent'`)).map(({ message }) => message);

it('sends an answer that waited longer than the retries take, as after an outage', async () => {
  expect(await afterRun('LATE', 49)).toEqual({ status: 'answered', isDue: false, isMailed: true });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await givenUp()).toEqual([]);
});

it('retries a failed one for 48 hours, after which its ticket is open again, with a line in the log', async () => {
  isAway = true;
  expect(await afterRun('NEW', 47)).toEqual({ status: 'answered', isDue: true, isMailed: false });
  expect(await givenUp()).toEqual([]);
  expect(await afterRun('OLD', 49)).toEqual({ status: 'open', isDue: false, isMailed: false });
  expect(await givenUp()).toEqual([expect.stringContaining('OLD')]);
});
