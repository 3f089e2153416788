import type { Card } from '@bank/contracts/cards';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, type NewCustomer, type TestConnection } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { until } from '../support/until';

let bank: Bank;
let database: TestConnection;
let marie: NewCustomer;

beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  marie = await newCustomer(bank.shellUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const api = <Body>(method: string, route: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: marie.token, body });
const order = async () =>
  (await api<{ card: Card }>('POST', 'cards/create', { card_type: 'debit' })).body.card;
const stateOf = async (id: number) =>
  (await api<{ cards: Card[] }>('GET', 'carte')).body.cards.find((card) => card.id === id)?.state;
/** Time until a card is sent, s. */
const made = ({ ships_at: at }: Card) => Math.round((Date.parse(at ?? '') - Date.now()) / 1_000);

it('sends a card that was ordered after an hour, and in the demonstration within seconds, which its holder sees', async () => {
  const later = await order();
  expect(made(later)).toBeGreaterThan(3_590);
  await database.rows(`REPLACE INTO bank_settings (name, value) VALUES ('demonstration', 'yes')`);
  await bank.restart();

  const page = await listen(bank.shellUrl, marie.token);
  const soon = await order();
  expect(soon.state).toBe('ordered');
  expect(made(soon)).toBeLessThanOrEqual(10);
  await page.next('card');
  page.events.length = 0;
  await until(async () => (await stateOf(soon.id)) === 'shipped');
  expect((await page.next('card')).data).toEqual({ id: soon.id, status: 'active' });
  page.close();
  const { body } = await api<{ notifications: { message: string }[] }>('GET', 'notifications');
  expect(body.notifications.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(soon.card_number),
  );
  const activated = await api<{ card: Card }>('POST', `carte/${soon.id}/activate`, {
    last_four: soon.card_number.slice(-4),
  });
  expect(activated.body.card.state).toBe('active');

  expect(await stateOf(later.id)).toBe('ordered');
  await database.rows('UPDATE cards SET delivery_at = UTC_TIMESTAMP(3) WHERE id = ?', [later.id]);
  await until(async () => (await stateOf(later.id)) === 'shipped');
});
