import type { Route } from '@playwright/test';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo } from '../support/customers';
import { expect as assert, test } from '../support/bank-fixture';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approve, enterAs, ownCustomer } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

inBothLanguages(
  'a purchase is disputed, asked about, answered with a file, decided, and the answer is read',
  async ({ page, context, bank, say, language }) => {
    const database = connectTo(bank.migrationUrl);
    const customer = await ownCustomer(context, bank.shellUrl, { funds: 100 });
    const clerk = await newAdministrator(bank.shellUrl, database);
    const { plastic } = await newCard(bank, database, customer, { virtual: true });
    await database.end();
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(plastic, { amount: '20.00' });
    await network.post('clearings', network.clearing(plastic, reference, { amount: '20.00' }));
    const { token } = customer;
    const list = `${bank.shellUrl}/api/user/transactions?limit=1`;
    const { body } = await call<{ transactions: { id: number }[] }>('GET', list, { token });

    await page.goto(`${bank.shellUrl}/disputes/new?transaction=${body.transactions[0]?.id}`);
    await page.getByLabel(say('Motif', 'Reason')).selectOption('not_me');
    // Its answer is lost, which leaves the card no less stopped.
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/carte/*/status', loseAnswer, { times: 1 });
    await page
      .getByRole('button', { name: say('Bloquer cette carte maintenant', 'Block this card now') })
      .click();
    await expect(page.getByText(say('ne paie plus', 'no longer pays'))).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await page.getByLabel(say('Que s’est-il passé', 'What happened')).fill('Je dormais.');
    await axeFindsNothing(page, 'new');
    await page
      .getByRole('button', { name: say('Contester cette opération', 'Dispute this transaction') })
      .click();
    await expect(page).toHaveURL(/\/disputes\/\d+$/);
    const id = /\d+$/.exec(page.url())?.[0] ?? '';

    const desk = await context.browser()!.newContext();
    await desk.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await enterAs(desk, clerk);
    const staff = await desk.newPage();
    await staff.goto(`${bank.backOfficeUrl}/admin/cases?mine=free&kind=dispute`);
    await staff.locator(`a[href$="/admin/cases/${id}"]`).click();
    await expect(staff.getByText('Je dormais.')).toBeVisible();
    await staff.keyboard.press('Alt+KeyT');
    await expect(
      staff.getByRole('button', { name: say('Remettre dans la file', 'Put it back') }),
    ).toBeVisible();
    await staff.keyboard.press('Alt+KeyQ');
    await staff.getByLabel(say('Votre question', 'Your question')).fill('Avez-vous déposé plainte ?');
    await staff.getByRole('button', { name: say('Poser la question', 'Ask the question') }).click();
    await axeFindsNothing(staff, 'case');
    await staff.getByRole('button', { name: say('Argent', 'Money'), exact: true }).click();
    const start = staff.getByRole('img', { name: new RegExp(say('^Étape Départ, ', '^Step Start, ')) });
    await start.focus();
    await staff.keyboard.press('ArrowRight');
    await expect(
      staff.getByRole('img', { name: new RegExp(say('^Étape 1, La banque', '^Step 1, The bank')) }),
    ).toBeFocused();
    await expect(
      staff.getByRole('table', { name: say('Écritures suivies', 'Entries followed') }),
    ).toBeVisible();
    await axeFindsNothing(staff, 'money');
    await staff.getByRole('button', { name: say('Histoire', 'History'), exact: true }).click();
    await expect(staff.getByText('case.opened')).toBeVisible();
    await axeFindsNothing(staff, 'history');

    await staff.getByRole('button', { name: say('Rembourser 20,00', 'Refund 20,00') }).click();
    await staff.getByLabel(say('Motif du remboursement', 'Reason of the refund')).fill('Carte volée.');
    await axeFindsNothing(staff, 'refund');
    await staff.getByRole('button', { name: say('Rembourser le client', 'Refund the customer') }).click();
    await approve(staff, bank);
    await expect(staff.getByText(say('20,00 € remboursés le', '20,00 € refunded on'))).toBeVisible();
    await expect(
      page.getByText(say('La banque a remboursé 20,00', 'The bank has refunded 20,00')),
    ).toBeVisible();

    await expect(page.getByText('Avez-vous déposé plainte ?')).toBeVisible();
    await page.getByLabel(say('Votre texte', 'Your text')).fill('Oui, la voici.');
    const file = { name: 'plainte.pdf', mimeType: 'application/pdf', buffer: pdfFile('a complaint') };
    const attach = page.getByLabel(say('Joindre des pièces', 'Attach files'));
    await attach.setInputFiles(file);
    // A browser keeps the words, and no files.
    await page.reload();
    await expect(page.getByLabel(say('Votre texte', 'Your text'))).toHaveValue('Oui, la voici.');
    const lost = page.getByText(say('n’a pas pu garder ces fichiers', 'could not keep these files'));
    await expect(lost).toContainText('plainte.pdf');
    await axeFindsNothing(page, 'lost files');
    await attach.setInputFiles(file);
    await expect(lost).toBeHidden();
    await page.getByRole('button', { name: say('Transmettre', 'Send') }).click();
    await expect(page.getByRole('button', { name: /plainte\.pdf/ })).toBeVisible();
    await axeFindsNothing(page, 'claim');

    await expect(staff.getByRole('button', { name: /plainte\.pdf/ })).toBeVisible();
    await staff.keyboard.press('Alt+KeyR');
    await staff.getByLabel(say('Vos raisons', 'Your reasons')).fill('Le code secret a été saisi.');
    await staff.getByRole('button', { name: say('Décider de refuser', 'Decide to refuse') }).click();
    await expect(staff.getByText(say('Demande refusée.', 'Request refused.'))).toBeVisible();
    await expect(staff.locator('body')).not.toBeFocused();
    await staff
      .getByRole('button', { name: say('Reprendre le remboursement', 'Take the refund back') })
      .click();
    await staff.getByLabel(say('Motif du remboursement', 'Reason of the refund')).fill('Code saisi.');
    await staff.getByRole('button', { name: say('Reprendre la somme', 'Take the amount back') }).click();
    await approve(staff, bank);
    await expect(staff.getByText(say('a été repris', 'was taken back'))).toBeVisible();
    await desk.close();

    await expect(page.getByText('Le code secret a été saisi.')).toBeVisible();
    await page.getByRole('link', { name: say('Toutes mes réclamations', 'All my claims') }).click();
    await expect(page.getByText(say('Refusée', 'Refused'))).toBeVisible();
    await axeFindsNothing(page, 'list');

    await page.goto(`${bank.shellUrl}/disputes/why?about=account`);
    await expect(page.getByRole('heading', { level: 1, name: say('Pourquoi', 'Why') })).toBeVisible();
    await page.getByLabel(say('changer d’avis', 'change our mind')).fill('Mes revenus ont doublé.');
    await axeFindsNothing(page, 'why');
    await page.getByRole('button', { name: say('Faire ce recours', 'Make this appeal') }).click();
    await expect(page).toHaveURL(/\/disputes\/\d+$/);
    await expect(page.getByText('Mes revenus ont doublé.')).toBeVisible();
  },
);
