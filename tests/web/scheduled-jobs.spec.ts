import { expect } from '../support/bank-fixture';
import { inBothLanguages } from './languages';
import { startSession } from './people';

inBothLanguages('an administrator reads the runs of the bank’s jobs', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/logs`);
  const jobs = page.getByRole('button', { name: say('Tâches planifiées', 'Scheduled jobs') });
  await jobs.click();
  await expect(page).toHaveURL(/\/admin\/logs\?view=jobs$/);
  await expect(jobs).toHaveAttribute('aria-pressed', 'true');
  const table = page.getByRole('table', { name: say('Tâches planifiées', 'Scheduled jobs') });
  const debits = table.getByRole('row').filter({ hasText: say('Débits programmés', 'Scheduled debits') });
  await expect(debits.filter({ hasText: say('Échec', 'Failed') }).first()).toContainText(
    say('Elle s’est arrêtée sur une erreur', 'It stopped on an error'),
  );
  await page.reload();
  await expect(debits.first()).toBeVisible();
  await page.getByRole('button', { name: say('Activité', 'Activity') }).click();
  await expect(page.getByRole('search')).toBeVisible();
  await page.goBack();
  await expect(debits.first()).toBeVisible();
});
