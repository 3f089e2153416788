import { expect } from '../support/bank-fixture';
import { connectTo, demonstrationPerson } from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { outboxOf } from '../support/outbox';
import { untilThereAre } from '../support/until';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

inBothLanguages(
  'a new customer reads the limits, confirms the address, and is freed of both',
  async (journey) => {
    const { page, context, bank, say } = journey;
    const who = await ownCustomer(context, bank.shellUrl, { funds: 400, verified: false });
    const form = new FormData();
    const fields = { firstName: 'Test', lastName: 'Client', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'a.pdf');
    await call('POST', `${bank.shellUrl}/api/kyc`, { token: who.token, body: form });

    await page.goto('/dashboard');
    const bar = page.getByText(say('Confirmez votre adresse e-mail', 'Confirm your email address'));
    const limits = page.getByText(
      say(/^Jusqu’à la vérification de votre identité/, /^Until your identity is verified/),
    );
    await expect(bar).toBeVisible();
    await expect(limits).toBeVisible();
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Renvoyer le lien', 'Send the link again') }).click();
    await expect(page.getByText(say(/Un nouveau lien est parti/, /A new link has been sent/))).toBeVisible();

    const mails = await untilThereAre(2, () =>
      outboxOf(bank.dataDir, 'eml', who.email, { verifications: true }),
    );
    const link = /\/confirm-email#token=[\w.-]+/.exec(mails[1] ?? '')?.[0] ?? '';
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('button', { name: say('Confirmer cette adresse', 'Confirm this address') }).click();
    const done = say('Votre adresse e-mail est confirmée', 'Your email address is confirmed');
    await expect(other.getByRole('heading', { name: done })).toBeVisible();
    await other.close();
    // Without reloading the first page.
    await expect(bar).toBeHidden();

    const { token } = await demonstrationPerson(bank.shellUrl, 'sofia');
    const database = connectTo(bank.migrationUrl);
    const [sent] = await database.rows('SELECT id FROM kyc_submissions WHERE user_id = ?', [who.id]);
    await database.end();
    const review = `${bank.shellUrl}/api/admin/kyc/${sent?.id}/review`;
    expect((await call('POST', review, { token, body: { status: 'approved' } })).status).toBe(200);
    await expect(limits).toBeHidden();
  },
);
