import { expect } from '../support/bank-fixture';
import { outboxOf } from '../support/outbox';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

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
    await page.getByLabel(say('Joindre des fichiers', 'Attach files')).setInputFiles({
      name: 'carte.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\ncard'),
    });
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
