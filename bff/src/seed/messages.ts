import * as sql from '../care/messages/customer-messages.sql';
import { idRow } from '../platform/database/columns';
import type { DemoPerson, Seeding } from './demo-person';
import { later, morningOf } from './timeline';

const words = {
  fr: {
    title: 'Vos virements instantanés, jour et nuit',
    text: 'Un virement instantané arrive en dix secondes, à toute heure. Vous le choisissez au moment d’envoyer.',
  },
  en: {
    title: 'Your instant payments, day and night',
    text: 'An instant payment arrives within ten seconds, at any hour. You choose it when you send.',
  },
};
const segment = { level: 'approved', language: 'all', product: 'all' };
const daysAgo = 12;
const customers = `SELECT id FROM users WHERE role = 'user' AND kyc_status = 'approved' AND deleted_at IS NULL ORDER BY id LIMIT 500`;
const done = `
  UPDATE customer_messages SET state = 'sent', started_at = ?, finished_at = ?, recipients = ?, last_id = ?, after_id = ?
  WHERE id = ?`;

/** Plans one message that Sofia wrote and that all verified customers of then received. */
export function planMessages({ tx, services, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, , sofia] = named;
  if (!sofia) throw new Error('the demonstration lacks its people');
  const at = morningOf(now, daysAgo);
  timeline.add(later(at, 2), async () => {
    const { fr, en } = words;
    const texts = [false, 'email,push', fr.title, en.title, fr.text, en.text];
    const { insertId: writtenId } = await tx.write(sql.insertWords, [texts]);
    const row = [writtenId, JSON.stringify(segment), 600, sofia.userId, at];
    const { insertId: id } = await tx.write(sql.insertMessage, [row]);
    const users = (await tx.rows(idRow, customers)).map((each) => each.id);
    services.notifications.notifyWritten(tx, writtenId, users);
    const last = users.at(-1) ?? 0;
    await tx.write(done, [later(at, 1), later(at, 2), users.length, last, last, id]);
  });
}
