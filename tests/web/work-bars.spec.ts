import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { connectTo, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { enterAs } from './people';

const expect = assert.configure({ timeout: 20_000 });

test.slow();

interface Cases {
  prefix: string;
  customer: { id: number };
  clerk: { id: number };
  count: number;
  /** Until they are due. */
  days?: number;
}

/** Adds cases of a customer that a clerk has taken. */
const addCases = (
  database: ReturnType<typeof connectTo>,
  { prefix, customer, clerk, count, days = 5 }: Cases,
) =>
  database.rows(
    `INSERT INTO cases (reference, kind, topic, user_id, assignee_id, due_at, created_at)
     SELECT CONCAT(?, '-', seq), 'appeal', 'account', ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? DAY, UTC_TIMESTAMP(3)
     FROM seq_1_to_${count}`,
    [prefix, customer.id, clerk.id, days],
  );

/** Chooses, takes and gives back by keys alone. */
const deskOf = (page: Page) => ({
  tick: (name: string | RegExp) => page.getByRole('checkbox', { name }).press('Space'),
  press: (name: string | RegExp) => page.getByRole('button', { name }).press('Enter'),
  chosen: page.getByRole('group', { name: 'Éléments choisis' }),
});

test('cases are put back on every page at once, and that is undone', async ({ page, context, bank }) => {
  const database = connectTo(bank.migrationUrl);
  const clerk = await newAdministrator(bank.shellUrl, database);
  const customer = await newCustomer(bank.shellUrl);
  const count = 27;
  await addCases(database, { prefix: `DO-${customer.id}`, customer, clerk, count });
  const taken = async () => {
    const [row] = await database.rows(
      'SELECT COUNT(*) AS n FROM cases WHERE user_id = ? AND assignee_id = ?',
      [customer.id, clerk.id],
    );
    return Number(row?.n);
  };
  await enterAs(context, clerk);
  await page.goto(`${bank.backOfficeUrl}/admin/cases?mine=mine`);
  const desk = deskOf(page);
  await desk.tick('Tout choisir sur cette page');
  await expect(desk.chosen).toContainText('20 éléments choisis');
  await desk.press(`Prendre aussi les autres pages (${count} en tout)`);
  await expect(desk.chosen).toContainText(`${count} éléments choisis`);
  await axeFindsNothing(page, 'chosen');
  await desk.press('Remettre dans la file');
  await expect(page.getByText(`Remettre dans la file : ${count} sur ${count}`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `DO-${customer.id}` })).toHaveCount(0);
  expect(await taken()).toBe(0);
  await desk.press('Défaire');
  await expect.poll(taken).toBe(count);
  await database.end();
});

/** Lets the first calls to an address through and holds the others until it is opened. */
async function gate(page: Page, address: string, free: number) {
  let held: (() => void)[] = [];
  let isOpen = false;
  let seen = 0;
  await page.route(address, async (route) => {
    seen += 1;
    if (!isOpen && seen > free) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  return {
    holds: () => held.length > 0,
    open: () => {
      isOpen = true;
      held.forEach((resolve) => resolve());
      held = [];
    },
    close: (more: number) => {
      isOpen = false;
      free = seen + more;
    },
  };
}

test('more than a thousand cases show their progress, stop, go on and are undone the same way @matrix', async ({
  page,
  context,
  bank,
}) => {
  const database = connectTo(bank.migrationUrl);
  const clerk = await newAdministrator(bank.shellUrl, database);
  const customer = await newCustomer(bank.shellUrl);
  const count = 1_030;
  await addCases(database, { prefix: `DM-${customer.id}`, customer, clerk, count, days: 50 });
  const taken = async () => {
    const [row] = await database.rows('SELECT COUNT(*) AS n FROM cases WHERE assignee_id = ?', [clerk.id]);
    return Number(row?.n);
  };
  await enterAs(context, clerk);
  await page.goto(`${bank.backOfficeUrl}/admin/cases?mine=mine`);
  const desk = deskOf(page);
  await desk.tick('Tout choisir sur cette page');
  await desk.press(/^Prendre aussi les autres pages/);
  await expect(desk.chosen).toContainText(/^1.?030 éléments choisis/);
  const slices = await gate(page, '**/api/admin/cases/assignee', 2);
  await desk.press('Remettre dans la file');
  await expect.poll(slices.holds).toBe(true);
  const progress = page.getByRole('progressbar', { name: 'Remettre dans la file' });
  await expect(progress).toHaveAttribute('max', String(count));
  expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(1);
  await expect(page.getByText(/^Remettre dans la file\s: \d+ sur 1.?030$/)).toBeVisible();
  await axeFindsNothing(page, 'under way');
  await desk.press('Arrêter');
  slices.open();
  const rest = page.getByRole('button', { name: /^Réessayer pour/ });
  await expect(rest).toBeVisible();
  expect(await taken()).toBeGreaterThan(700);
  await rest.press('Enter');
  await expect(page.getByText(/^Remettre dans la file\s: 1.?030 sur 1.?030$/)).toBeVisible();
  expect(await taken()).toBe(0);

  slices.close(2);
  await desk.press('Défaire');
  await expect.poll(slices.holds).toBe(true);
  await expect(page.getByRole('progressbar', { name: 'Défaire' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Arrêter' })).toBeVisible();
  slices.open();
  await expect(page.getByText(/^Défaire\s: 1.?030 sur 1.?030$/)).toBeVisible();
  expect(await taken()).toBe(count);
  await database.end();
});

test('identity files are taken and put back from the list', async ({ page, context, bank }) => {
  const database = connectTo(bank.migrationUrl);
  const clerk = await newAdministrator(bank.shellUrl, database);
  const ids: number[] = [];
  for (const lastName of ['Une', 'Deux']) {
    const person = await newCustomer(bank.shellUrl, { last_name: lastName }, { verified: 'email' });
    const body = new FormData();
    const fields = { firstName: 'Barre', lastName, birthDate: '1992-03-04', address: '12 rue des Lilas' };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('kinds', 'identity');
    body.append('documents', new Blob([new Uint8Array(pngFile())]), 'carte.png');
    expect((await call('POST', `${bank.shellUrl}/api/kyc`, { token: person.token, body })).status).toBe(201);
    const [sent] = await database.rows('SELECT MAX(id) AS id FROM kyc_submissions WHERE user_id = ?', [
      person.id,
    ]);
    const path = `${bank.shellUrl}/api/admin/work/kyc/${sent?.id}`;
    await call('PUT', path, { token: clerk.token, body: { taken: true } });
    ids.push(Number(sent?.id));
  }
  const held = async () =>
    (
      await call<{ taken: { id: number }[] }>(
        'GET',
        `${bank.shellUrl}/api/admin/work/kyc?ids=${ids.join(',')}`,
        { token: clerk.token },
      )
    ).body.taken.length;
  await database.end();
  expect(await held()).toBe(2);
  await enterAs(context, clerk);
  await page.goto(`${bank.backOfficeUrl}/admin/kyc?mine=mine`);
  const desk = deskOf(page);
  await desk.tick(/^Choisir Barre Une/);
  await expect(desk.chosen).toContainText('1 élément choisi');
  await desk.tick('Tout choisir sur cette page');
  await expect(desk.chosen).toContainText('2 éléments choisis');
  await axeFindsNothing(page, 'chosen');
  await desk.press('Remettre dans la file');
  await expect(page.getByText('Remettre dans la file : 2 sur 2')).toBeVisible();
  await expect.poll(held).toBe(0);
  await desk.press('Défaire');
  await expect.poll(held).toBe(2);
  await expect(page.getByRole('row').filter({ hasText: 'Barre' })).toHaveCount(2);
});

test('on a phone what can be undone is not covered by a message', async ({ page, context, bank }) => {
  const database = connectTo(bank.migrationUrl);
  const clerk = await newAdministrator(bank.shellUrl, database);
  const customer = await newCustomer(bank.shellUrl);
  await addCases(database, { prefix: `DU-${customer.id}`, customer, clerk, count: 1 });
  const [row] = await database.rows('SELECT id FROM cases WHERE reference = ?', [`DU-${customer.id}-1`]);
  await database.end();
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(context, clerk);
  await page.goto(`${bank.backOfficeUrl}/admin/cases/${row?.id}`);
  await page.getByRole('button', { name: 'Noter', exact: true }).click();
  await page.getByLabel('Votre note').fill('Appelée.');
  await page.getByRole('button', { name: 'Garder la note' }).click();
  const message = page.getByText('Note gardée.');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Remettre dans la file' }).click();
  const undo = page.getByRole('button', { name: 'Défaire' });
  await expect(undo).toBeVisible();
  const [above, below] = [await message.boundingBox(), await undo.boundingBox()];
  expect(above && below && above.y + above.height <= below.y).toBe(true);
});

test('what chooses a row stands beside its name at every width @matrix', async ({ page, context, bank }) => {
  const database = connectTo(bank.migrationUrl);
  const clerk = await newAdministrator(bank.shellUrl, database);
  const customer = await newCustomer(bank.shellUrl);
  const reference = `DB-${customer.id}`;
  await addCases(database, { prefix: reference, customer, clerk, count: 1 });
  await database.end();
  await enterAs(context, clerk);
  for (const width of [360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${bank.backOfficeUrl}/admin/cases?mine=mine`);
    const row = page.getByRole('row').filter({ hasText: reference });
    const [box, name] = [
      (await row.getByRole('checkbox').boundingBox())!,
      (await row.getByRole('rowheader').getByRole('link').boundingBox())!,
    ];
    expect(box.x + box.width, `${width} px: left of the name`).toBeLessThanOrEqual(name.x);
    const middle = box.y + box.height / 2;
    const isBeside = middle > name.y - 12 && middle < name.y + name.height + 12;
    expect(isBeside, `${width} px: on its line`).toBe(true);
  }
});
