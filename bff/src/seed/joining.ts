import type { DemoPerson, Seeding } from './demo-person';

const saveAddress = `
  INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?, ?, ?, ?, 'France')`;

/** Everybody of the demonstration has verified addresses, marie a verified number too. */
const verifyContacts = `
  UPDATE users SET email_verified_at = ?, phone_verified_at = IF(username = 'marie', ?, NULL) WHERE id = ?`;

/** Plans everybody's sign-up: the user, the account and the cards. */
export function planJoining(seeding: Seeding, people: DemoPerson[]): void {
  for (const person of people) seeding.timeline.add(person.joinedAt, () => join(seeding, person));
}

async function join({ tx, services }: Seeding, person: DemoPerson): Promise<void> {
  const { userId, user, home } = person;
  const id = await services.users.create(tx, { ...user, language: 'fr' });
  // A seed that was rolled back has used up some ids.
  if (id !== userId) await tx.write('UPDATE users SET id = ? WHERE id = ?', [userId, id]);
  await tx.write(verifyContacts, [services.clock.now(), services.clock.now(), userId]);
  await tx.write(saveAddress, [userId, home.address, home.city, home.postalCode]);
  await services.accounts.open(tx, userId);
  person.accountId = await services.accounts.idOf(tx, userId);
  for (const card of person.cards) {
    person.cardIds.push(await services.cards.issue(tx, { accountId: person.accountId, ...card }));
  }
}
