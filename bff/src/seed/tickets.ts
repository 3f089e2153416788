import { responseHours, type ContactRequest } from '@bank/contracts/support';
import lines from './data/tickets.json';
import { authorOf, type DemoPerson, type Seeding } from './demo-person';
import { later } from './timeline';

type Line = (typeof lines)[number];

const insertTicket = `
  INSERT INTO tickets (reference, user_id, first_name, last_name, email, phone, category, priority, subject, message,
    language, created_at, answer_by) VALUES (?)`;
const insertAnswer = `
  INSERT INTO ticket_answers (ticket_id, author_id, message, created_at, mailed_at) VALUES (?)`;
const setStatus = 'UPDATE tickets SET status = ? WHERE id = ?';

/** Plans support messages in both languages: some open, some answered, one closed. */
export function planTickets(seeding: Seeding, named: DemoPerson[]): void {
  for (const line of lines) {
    const writer = named.find(({ user }) => user.username === line.person);
    const at = later(seeding.now, -line.hoursAgo);
    let id: number;
    seeding.timeline.add(at, async () => {
      id = await write(seeding, line, writer);
    });
    for (const { after, by, message } of line.answers ?? [])
      seeding.timeline.add(later(at, after), () =>
        answer(
          seeding,
          { id, message, line },
          named.find(({ user }) => user.username === by)!,
        ),
      );
  }
}

async function write({ tx, services }: Seeding, line: Line, writer?: DemoPerson): Promise<number> {
  const now = services.clock.now();
  const { reference, category, priority, subject, message, language } = line;
  const email = writer?.user.email ?? line.email;
  const answerBy = later(now, responseHours[priority as ContactRequest['priority']]);
  const { insertId } = await tx.write(insertTicket, [
    [
      reference,
      writer?.userId ?? null,
      writer?.user.first_name ?? line.first,
      writer?.user.last_name ?? line.last,
      email,
      line.phone ?? null,
      category,
      priority,
      subject,
      message,
      language,
      now,
      answerBy,
    ],
  ]);
  await services.audit.record(tx, {
    action: 'ticket.created',
    type: 'info',
    values: { reference, category, priority },
    userId: writer?.userId ?? null,
  });
  return insertId;
}

async function answer(
  { tx, services }: Seeding,
  { id, message, line }: { id: number; message: string; line: Line },
  author: DemoPerson,
): Promise<void> {
  const now = services.clock.now();
  await tx.write(insertAnswer, [[id, author.userId, message, now, now]]);
  await tx.write(setStatus, [line.closed ? 'closed' : 'answered', id]);
  const actions = line.closed
    ? (['ticket.answered', 'ticket.closed'] as const)
    : (['ticket.answered'] as const);
  for (const action of actions)
    await services.audit.record(tx, {
      action,
      type: 'info',
      values: { reference: line.reference },
      ...authorOf(author),
    });
}
