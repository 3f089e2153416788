import { responseHours, type ContactRequest } from '@bank/contracts/support';
import lines from './data/tickets.json';
import { authorOf, type Life, type Seeding } from './life';
import { later } from './timeline';

type Line = (typeof lines)[number];

const insertTicket = `
  INSERT INTO tickets (reference, user_id, first_name, last_name, email, phone, category, priority, subject, message,
    language, created_at, answer_by) VALUES (?)`;
const insertAnswer = `
  INSERT INTO ticket_answers (ticket_id, author_id, message, created_at, mailed_at) VALUES (?)`;
const setStatus = 'UPDATE tickets SET status = ? WHERE id = ?';

/** Plans a few messages to support, in both languages: some wait, some were answered, one is closed. */
export function planTickets(seeding: Seeding, named: Life[]): void {
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

async function write({ runner, services }: Seeding, line: Line, writer?: Life): Promise<number> {
  const now = services.clock.now();
  const { reference, category, priority, subject, message, language } = line;
  const who = [
    ...[writer?.user.first_name ?? line.first, writer?.user.last_name ?? line.last],
    ...[writer?.user.email ?? line.email, line.phone ?? null],
  ];
  const answerBy = later(now, responseHours[priority as ContactRequest['priority']]);
  const { insertId } = (await runner.query(insertTicket, [
    [
      reference,
      writer?.userId ?? null,
      ...who,
      category,
      priority,
      subject,
      message,
      language,
      now,
      answerBy,
    ],
  ])) as { insertId: number };
  await services.audit.record(runner, {
    ...{ action: 'ticket.created', type: 'info' },
    message: `Message au support ${reference} (${category}, ${priority}).`,
    ...{ userId: writer?.userId ?? null, email: who[2] ?? null },
  });
  return insertId;
}

async function answer(
  { runner, services }: Seeding,
  { id, message, line }: { id: number; message: string; line: Line },
  author: Life,
): Promise<void> {
  const now = services.clock.now();
  await runner.query(insertAnswer, [[id, author.userId, message, now, now]]);
  await runner.query(setStatus, [line.closed ? 'closed' : 'answered', id]);
  for (const [action, text] of [
    ['ticket.answered', `Réponse au message ${line.reference}.`],
    ...(line.closed ? [['ticket.closed', `Message ${line.reference} clos.`] as const] : []),
  ] as const)
    await services.audit.record(runner, { action, type: 'info', message: text, ...authorOf(author) });
}
