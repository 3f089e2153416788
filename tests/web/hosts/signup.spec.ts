import { randomBytes } from 'node:crypto';
import { expect, pageWith, test } from './host-fixture';

test('an account is opened inside a partner’s page, and goes on in the bank’s own', async ({
  page,
  hosts,
  bank,
}) => {
  const listen = `<script>addEventListener('bank-complete', ({ detail }) => (window.completed = detail));</script>`;
  hosts.put('/signup', pageWith(listen + hosts.loader, `<bank-signup partner="${hosts.key}"></bank-signup>`));
  await page.goto(`${hosts.origin}/signup`);
  await page.getByRole('button', { name: 'Ouvrir un compte Bank PCS' }).click();
  const frame = page.frameLocator('iframe[title="Ouvrir un compte Bank PCS"]');
  const name = `s${randomBytes(6).toString('hex')}`;
  const typed = {
    Prénom: 'Zoé',
    Nom: 'Martin',
    'Nom d’utilisateur': name,
    'E-mail': 'marie@bankpcs.example',
    'Mot de passe': 'six mots choisis',
    'Confirmer le mot de passe': 'six mots choisis',
  };
  for (const [label, value] of Object.entries(typed))
    await frame.getByLabel(label, { exact: true }).fill(value);
  const send = frame.getByRole('button', { name: 'Ouvrir mon compte' });
  await send.click();
  // Somebody's address already: that person's password is asked for in the bank's own site alone.
  await expect(frame.getByRole('link', { name: 'Se connecter sur le site de la banque' })).toHaveAttribute(
    'href',
    `${bank.shellUrl}/login`,
  );
  await frame.getByLabel('E-mail', { exact: true }).fill(`${name}@example.org`);
  await send.click();
  await expect(frame.getByRole('heading', { name: 'Votre compte est ouvert' })).toBeFocused();
  const link = frame.getByRole('link', { name: 'Continuer chez Bank PCS' });
  await expect(link).toHaveAttribute('href', new RegExp(`^${bank.shellUrl}/continue#`));
  const completed = await page.evaluate(() => (window as unknown as { completed: object }).completed);
  expect(Object.keys(completed)).toEqual(['applicationId']);
});
