import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { emulatedWriter, type WriterBehaviour } from '../support/card-writer';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

type Emulated = ReturnType<typeof emulatedWriter>;
type PageWithWriter = typeof globalThis & { cardWriter: Emulated };

/** The page's browser offers one serial port, with an emulated writer at it. */
const plugIn = (page: Page) =>
  page.addInitScript({
    content: `globalThis.cardWriter = (${emulatedWriter})();
      Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => cardWriter.port } });`,
  });

const behave = (page: Page, behaviour: WriterBehaviour) =>
  page.evaluate((chosen) => {
    (globalThis as PageWithWriter).cardWriter.state.behaviour = chosen;
  }, behaviour);

const track2 = ';4000001234567899=29111010000?';

inBothLanguages('a stripe counts as written once it was read back', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const { token } = await ownCustomer(context, bank.shellUrl);
  const order = async (body: object) => {
    const created = await call<{ card: { card_number: string } }>(
      'POST',
      `${bank.shellUrl}/api/cards/create`,
      {
        token,
        body: { card_type: 'debit', ...body },
      },
    );
    return `••••${created.body.card.card_number.slice(-4)}`;
  };
  const number = await order({});
  const virtual = await order({ virtual: true });
  await plugIn(page);
  await page.goto('/dashboard/cards');
  const write = (card: string) =>
    page.getByRole('button', { name: say(`Écrire sur la carte ${card}`, `Write to the card ${card}`) });
  await write(number).click();
  await expect(write(virtual)).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  const connect = dialog.getByRole('button', {
    name: say('Connecter un lecteur-encodeur', 'Connect a reader-writer'),
  });
  const submit = dialog.getByRole('button', { name: say('Écrire sur la carte', 'Write to the card') });
  const field = dialog.getByLabel(say('Piste 2', 'Track 2'));
  const alert = dialog.getByRole('alert');
  const done = dialog.getByText(
    say('Données écrites avec succès sur la carte', 'Data written to the card successfully'),
  );
  await behave(page, { isBusy: true });
  await connect.click();
  await expect(alert).toContainText(say('Le port ne s’ouvre pas', 'The port does not open'));
  await behave(page, {});
  await connect.click();
  await expect(dialog.getByText(say('Lecteur-encodeur connecté', 'Reader-writer connected'))).toBeVisible();
  await axeFindsNothing(page);

  await field.fill(track2);
  await behave(page, { hasNoCard: true });
  await submit.click();
  await expect(dialog.getByText(say('Passez la carte', 'Swipe the card'))).toBeVisible();
  await axeFindsNothing(page);
  await dialog.getByRole('button', { name: say('Interrompre', 'Stop') }).click();
  await expect(alert).toContainText(say('Écriture interrompue', 'Writing was stopped'));

  await behave(page, { spoiledTrack2: ';1?' });
  await submit.click();
  await expect(alert).toContainText(say('La relecture ne correspond pas', 'is not what was written'));
  await behave(page, { unpluggedAt: 'read' });
  await submit.click();
  await expect(alert).toContainText(say('débranché', 'unplugged'));
  await expect(field).toHaveValue(track2);
  await expect(done).toBeHidden();

  await behave(page, {});
  await connect.click();
  await page.route('**/api/carte/write', (route) => route.abort());
  await submit.click();
  await expect(alert).toContainText(say('la carte n’a pas à repasser', 'the card need not be swiped again'));
  await page.unroute('**/api/carte/write');
  const wrote = await page.evaluate(() => (globalThis as PageWithWriter).cardWriter.state.written);
  await submit.click();
  await expect(done).toBeVisible();
  await expect(dialog.getByText(/WR-\S+/)).toBeVisible();
  await expect(dialog.getByText(say('La bande a été relue', 'The stripe was read back'))).toBeVisible();
  const state = await page.evaluate(() => (globalThis as PageWithWriter).cardWriter.state);
  expect(state).toMatchObject({ written: wrote, stripe: { 2: track2 } });
  await expect(field).toHaveValue('', { timeout: 4_000 });
});
