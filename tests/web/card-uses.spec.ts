import { expect, test } from '../support/bank-fixture';
import { connectTo, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

interface Use {
  merchant: string;
  category: string;
  cents: number;
  reason?: string;
}

/** Uses a new card of a customer as the network does: a row of each purchase, and its live event. */
async function usedCard(
  { shellUrl, migrationUrl }: { shellUrl: string; migrationUrl: string },
  who: SignedIn,
) {
  const { body } = await call<{ card: { id: number } }>('POST', `${shellUrl}/api/cards/create`, {
    token: who.token,
    body: { card_type: 'debit' },
  });
  const database = connectTo(migrationUrl);
  const use = async ({ merchant, category, cents, reason }: Use) => {
    const taken = reason ? 0 : cents;
    await database.rows(
      `INSERT INTO card_purchases (reference, card_id, account_id, state, kind, channel, code, reason, amount, currency,
         counted, merchant_name, merchant_city, merchant_country, category, created_at)
       SELECT UUID_SHORT(), id, account_id, ?, 'purchase', 'chip', ?, ?, ?, 'EUR', ?, ?, 'MARSEILLE', 'FR', ?,
         UTC_TIMESTAMP(3) FROM cards WHERE id = ?`,
      [
        reason ? 'declined' : 'held',
        reason ? '51' : '00',
        reason,
        cents,
        taken,
        merchant,
        category,
        body.card.id,
      ],
    );
    await database.rows(
      `INSERT INTO events (user_id, type, data, created_at) VALUES (?, 'card_purchase', '{"id":1}', UTC_TIMESTAMP(3))`,
      [who.id],
    );
  };
  return { use, end: () => database.end() };
}

inBothLanguages(
  'a purchase appears at once, a declined one with what helps, and both pages add up',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    const who = await ownCustomer(context, bank.shellUrl);
    const card = await usedCard(bank, who);
    await page.goto('/cards/purchases');
    await expect(page.getByText(say('Aucun achat par carte', 'No card purchases'))).toBeVisible();
    await axeFindsNothing(page);

    await card.use({ merchant: 'SQ *BOULANGERIE DU PORT 0042', category: '5411', cents: 4_200 });
    const bread = page.getByRole('row').filter({ hasText: 'Boulangerie du Port' });
    await expect(bread).toContainText(say('Courses', 'Groceries'));
    await expect(bread).toContainText(say('En attente', 'Pending'));
    // On a telephone: three lines, the amount beside the name.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await bread.boundingBox())?.height ?? 999).toBeLessThan(110);
    const [name, sum] = [bread.getByRole('rowheader'), bread.getByText(/^−42,00/)];
    const tops = await Promise.all([name, sum].map(async (each) => (await each.boundingBox())?.y ?? 0));
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 99))).toBeLessThan(16);
    // The amounts stand at the end of their lines, on a tablet too.
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      const [line, end] = [(await bread.boundingBox())!, (await sum.boundingBox())!];
      expect(line.x + line.width - end.x - end.width).toBeLessThan(24);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await axeFindsNothing(page, 'phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await card.use({ merchant: 'GRAND MAGASIN', category: '5311', cents: 90_000, reason: 'funds' });
    const declined = page.getByRole('row').filter({ hasText: 'Grand Magasin' });
    await expect(declined).toContainText(say('Refusé', 'Declined'));
    await expect(declined).toContainText(say('Le solde du compte ne suffisait pas', 'balance'));
    // The server's words follow the language of the open page.
    await page.getByRole('button', { name: say('English', 'Français') }).click();
    await expect(declined).toContainText(say('balance', 'Le solde du compte ne suffisait pas'));
    await page.getByRole('button', { name: say('Français', 'English') }).click();
    await expect(declined).toContainText(say('Le solde du compte ne suffisait pas', 'balance'));
    await axeFindsNothing(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const state = (await declined.getByText(say('Refusé', 'Declined'), { exact: true }).boundingBox())!;
    const moment = (await declined.getByText(/20\d\d, \d\d:\d\d/).boundingBox())!;
    expect(state.y + state.height).toBeLessThanOrEqual(moment.y);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.getByRole('link', { name: say('Mes dépenses', 'My spending') }).click();
    const slider = page.getByRole('slider', { name: say('Mois affiché', 'Month shown') });
    await expect(slider).toHaveAttribute('aria-valuetext', /42,00/);
    const list = page.getByRole('main').getByRole('listitem');
    await expect(list).toHaveText([/42,00/]);
    await axeFindsNothing(page);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', / 0,00/);
    await expect(page.getByText(say('Aucune dépense ce mois-ci.', 'No spending this month.'))).toBeVisible();
    // The last month is at the end of the chart.
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width - 5, box.y + box.height / 2);
    await expect(slider).toHaveAttribute('aria-valuetext', /42,00/);
    await card.use({ merchant: 'TRAM', category: '4111', cents: 800 });
    await expect(list).toHaveText([/42,00/, /8,00/]);
    await page.getByText(say('Tous les chiffres, mois par mois', 'All figures, month by month')).click();
    await expect(page.getByRole('row')).toHaveCount(13);
    await axeFindsNothing(page);
    await card.end();
  },
);
