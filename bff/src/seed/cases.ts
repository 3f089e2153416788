import { idRow } from '../platform/database/columns';
import { authorOf, type DemoPerson, type Seeding } from './demo-person';
import { later, morningOf } from './timeline';

const newestByCard = `
  SELECT e.id * 2 AS id FROM entries e JOIN transfers t ON t.id = e.transfer_id
    JOIN card_bookings b ON b.transfer_id = t.id
  WHERE e.account_id = ? AND t.kind = 'card' ORDER BY e.created_at DESC, e.id DESC LIMIT 1`;
const assign = 'UPDATE cases SET assignee_id = ?, version = version + 1 WHERE id = ?';

const words = {
  marie:
    'Le montant débité n’est pas celui du ticket : j’avais payé moins. Je garde le ticket à votre disposition.',
  paul: 'J’ai payé en caisse avec un autre moyen : cet achat a été débité deux fois.',
  note: 'Le ticket de caisse est demandé au commerçant.',
};

/** Plans two open cases: one that is free, and one that Sofia has taken. */
export function planCases(seeding: Seeding, named: DemoPerson[]): void {
  const [, marie, sofia, paul] = named;
  if (!marie || !sofia || !paul) throw new Error('the demonstration lacks its people');
  const { tx, services, timeline, now } = seeding;
  timeline.add(morningOf(now, 2), async () => {
    await dispute(seeding, marie, { reason: 'wrong_amount', text: words.marie });
  });
  let taken = 0;
  const at = morningOf(now, 4);
  timeline.add(at, async () => {
    taken = await dispute(seeding, paul, { reason: 'twice', text: words.paul });
  });
  timeline.add(later(at, 3), async () => {
    const entry = { caseId: taken, isCustomer: false, authorId: sofia.userId };
    await tx.write(assign, [sofia.userId, taken]);
    await services.cases.write(tx, { ...entry, kind: 'taken', text: '' });
    await services.cases.write(tx, { ...entry, kind: 'note', text: words.note });
  });
}

async function dispute(
  { tx, services }: Seeding,
  person: DemoPerson,
  form: { reason: 'wrong_amount' | 'twice'; text: string },
): Promise<number> {
  const { id } = await tx.one(idRow, newestByCard, [person.accountId]);
  return services.disputes.file(tx, authorOf(person), id, { form, files: [] });
}
