import type { Life, Seeding } from './life';

const saveAddress = `
  INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?, ?, ?, ?, 'France')`;

/** Plans everybody's joining: a person, an account, their cards. */
export function planJoining(seeding: Seeding, lives: Life[]): void {
  for (const life of lives) seeding.timeline.add(life.joinedAt, () => join(seeding, life));
}

async function join({ runner, services }: Seeding, life: Life): Promise<void> {
  const { userId, user, home } = life;
  const given = await services.users.create(runner, { ...user, language: 'fr' });
  // The id is made certain: a seeding that was given up has used up some.
  if (given !== userId) await runner.query('UPDATE users SET id = ? WHERE id = ?', [userId, given]);
  await runner.query(saveAddress, [userId, home.address, home.city, home.postalCode]);
  await services.accounts.open(runner, userId);
  life.accountId = await services.accounts.idOf(runner, userId);
  for (const card of life.cards) {
    life.cardIds.push(await services.cards.issue(runner, { accountId: life.accountId, ...card }));
  }
}
