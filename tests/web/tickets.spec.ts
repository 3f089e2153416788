import { expect } from '../support/bank-fixture';
import { connectTo, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { newAdministrator } from '../support/staff';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer, startSession } from './people';

inBothLanguages(
  'a visitor writes with a file and the chat, and is answered by e-mail',
  async ({ page, bank, language, say }) => {
    const email = `visitor-${language}@example.org`;
    await page.goto(`${bank.shellUrl}/contact`);
    await page.getByRole('button', { name: say('Ouvrir l’assistant', 'Open the assistant') }).click();
    const chat = page.getByRole('dialog', { name: say('Assistant Bank PCS', 'Bank PCS Assistant') });
    await chat.getByRole('textbox').fill(say('où trouver ma carte', 'where is my card'));
    await page.keyboard.press('Enter');
    await expect(chat.getByRole('log').getByText(say('Assistant :', 'Assistant:'))).toHaveCount(2);
    await chat.getByRole('textbox').fill(say('on m’a volé ma carte', 'my card was stolen'));
    await page.keyboard.press('Enter');
    const last = chat.getByRole('log').locator(':scope > *').last();
    await expect(last).toContainText(say(/Bloquez-la d’abord/, /Block it first/));
    await expect(last.getByRole('link').first()).toHaveAttribute('href', /\/dashboard\/cards$/);
    // What no rule knows is looked for in the help, mistyped or not.
    await chat.getByRole('textbox').fill(say('confidentialitee', 'confidentialty'));
    await page.keyboard.press('Enter');
    await expect(
      chat.getByRole('link', { name: say(/^Comment mes données/, /^How is my data/) }),
    ).toBeVisible();
    await axeFindsNothing(page, 'chat');
    await page.keyboard.press('Escape');

    await page.getByLabel(say('Prénom', 'First name')).fill('Zoé');
    await page.getByLabel(say('Nom', 'Last name'), { exact: true }).fill('Le Goff');
    await page.getByLabel(say('Adresse e-mail', 'Email address')).fill(email);
    const goOn = page.getByRole('button', { name: say('Continuer', 'Continue') });
    await goOn.click();
    await page.getByLabel(say('Catégorie', 'Category')).selectOption('cards');
    await page.getByRole('radio', { name: say(/Urgente/, /Urgent/) }).check();
    await goOn.click();
    await page.getByLabel(say('Sujet', 'Subject')).fill('Carte perdue');
    await page.getByLabel('Message', { exact: true }).fill('Où est-elle ?');
    // A refused file does not keep back the others.
    await page.getByLabel(say('Joindre des fichiers', 'Attach files')).setInputFiles([
      { name: 'programme.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') },
      { name: 'carte.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\ncard') },
    ]);
    await expect(page.getByRole('alert')).toContainText('programme.pdf');
    await expect(
      page.getByRole('button', { name: say('Retirer carte.pdf', 'Remove carte.pdf') }),
    ).toBeVisible();
    await page
      .getByRole('checkbox', { name: say(/Joindre ma conversation/, /Attach my conversation/) })
      .check();
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Envoyer le message', 'Send the message') }).click();
    await expect(page.getByText(say('Votre message est arrivé', 'Your message has arrived'))).toBeVisible();

    await startSession(page, 'admin', bank.backOfficeUrl);
    await page.goto(`${bank.backOfficeUrl}/admin/tickets?search=${encodeURIComponent(email)}`);
    await page.getByRole('link', { name: 'Carte perdue' }).click();
    await expect(page.getByText('Où est-elle ?')).toBeVisible();
    await expect(page.getByText(say('où trouver ma carte', 'where is my card'))).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /carte\.pdf/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('carte.pdf');
    await axeFindsNothing(page);
    await page.getByLabel(say('Votre réponse', 'Your answer')).fill('Elle est chez vous.');
    await page.getByRole('button', { name: say('Envoyer la réponse', 'Send the answer') }).click();
    await expect(page.getByText(say('Répondu', 'Answered'), { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await outboxOf(bank.dataDir, 'eml', email)).join())
      .toContain(say('Bonjour Zoé,', 'Hello Zoé,'));
  },
);

inBothLanguages(
  'a customer finds their messages to support with the answers',
  async ({ page, context, bank, say }) => {
    const customer = await ownCustomer(context, bank.shellUrl);
    const database = connectTo(bank.migrationUrl);
    const clerk = await newAdministrator(bank.shellUrl, database);
    await database.end();
    await page.goto('/requests');
    await expect(page.getByText(say('Aucune demande', 'No requests'))).toBeVisible();
    const message = { firstName: 'Zoé', lastName: 'Le Goff', email: customer.email, category: 'cards' };
    const body = {
      ...message,
      priority: 'high',
      subject: 'Ma carte',
      message: 'Où est-elle ?',
      attachments: [],
    };
    await call('POST', `${bank.shellUrl}/api/contact`, { token: customer.token, body });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Ma carte' });
    await expect(row).toContainText(say('En attente', 'Waiting'));
    await axeFindsNothing(page, 'list');
    await row.getByRole('link', { name: 'Ma carte' }).click();
    await expect(page.getByText('Où est-elle ?')).toBeVisible();
    await expect(page.getByText(say(/Une personne lit votre message/, /A person is reading/))).toBeVisible();
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    const answer = { token: clerk.token, body: { message: 'Elle arrive jeudi.' } };
    const { status } = await call('POST', `${bank.shellUrl}/api/admin/tickets/${id}/answers`, answer);
    expect(status).toBe(201);
    await page.reload();
    await expect(page.getByText('Elle arrive jeudi.')).toBeVisible();
    await axeFindsNothing(page, 'answered');
    await page.getByRole('link', { name: say('Toutes mes demandes', 'All my requests') }).click();
    await expect(row).toContainText(say('Répondue', 'Answered'));

    const stranger = await newCustomer(bank.shellUrl);
    const theirs = await call<{ ticketId: string }>('POST', `${bank.shellUrl}/api/contact`, {
      token: stranger.token,
      body: { ...body, email: stranger.email },
    });
    expect(theirs.status).toBe(201);
    const { body: list } = await call<{ tickets: { id: number }[] }>(
      'GET',
      `${bank.shellUrl}/api/user/tickets`,
      {
        token: stranger.token,
      },
    );
    await page.goto(`/requests/${list.tickets[0]?.id}`);
    await expect(
      page.getByText(say('Cette demande n’existe pas.', 'This request does not exist.')),
    ).toBeVisible();
  },
);
