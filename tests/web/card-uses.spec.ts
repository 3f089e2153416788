import { expect, test } from '../support/bank-fixture';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo } from '../support/customers';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

inBothLanguages(
  'a purchase appears at once, a declined one with what helps, and both pages add up',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    const who = await ownCustomer(context, bank.shellUrl, { funds: 500 });
    const database = connectTo(bank.migrationUrl);
    const card = await newCard(bank, database, who);
    await database.end();
    const network = cardNetwork(bank);
    await page.goto('/cards/purchases');
    await expect(page.getByText(say('Aucun achat par carte', 'No card purchases'))).toBeVisible();
    await axeFindsNothing(page);

    await network.authorize(card.plastic, { amount: '42.00' });
    const bread = page.getByRole('row').filter({ hasText: 'Boulangerie du Port' });
    await expect(bread).toContainText(say('Alimentation', 'Groceries'));
    await expect(bread).toContainText(say('En attente', 'Pending'));
    await network.authorize(card.plastic, { amount: '900.00', merchant: 'GRAND MAGASIN', category: '5311' });
    const declined = page.getByRole('row').filter({ hasText: 'Grand Magasin' });
    await expect(declined).toContainText(say('Refusé', 'Declined'));
    await expect(declined).toContainText(say('Le solde du compte ne suffisait pas', 'balance'));
    await axeFindsNothing(page);

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
    await network.authorize(card.plastic, { amount: '8.00', category: '4111', merchant: 'TRAM' });
    await expect(list).toHaveText([/42,00/, /8,00/]);
    await page.getByText(say('Tous les chiffres, mois par mois', 'All figures, month by month')).click();
    await expect(page.getByRole('row')).toHaveCount(13);
    await axeFindsNothing(page);
  },
);
