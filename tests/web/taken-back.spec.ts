import { writeMessage } from '../../libs/contracts/rails/messages';
import { newIban } from '../api/payment-fixture';
import { expect } from '../support/bank-fixture';
import { newId, postToBank } from '../support/clearing-house';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approveNewest } from './payment-desk';
import { ownCustomer } from './people';

inBothLanguages('a recalled payment reads as taken back, with its money', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl, { funds: 100, verified: false });
  const { body } = await call<{ payment: { reference: string } }>('POST', `${bank.shellUrl}/api/paiement`, {
    token: who.token,
    body: {
      recipient_account: newIban(),
      recipient_name: 'Anne Durand',
      amount: 20,
      payment_method: 'sepa_instant',
      description: 'Loyer',
    },
  });
  await approveNewest(bank, who);
  await page.goto('/dashboard/transactions');
  await page.getByRole('main').getByText('Loyer').first().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText(say('Exécuté', 'Carried out'))).toBeVisible();
  await details.getByRole('button', { name: say('Rappeler ce paiement', 'Recall this payment') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('Rappeler ce paiement', 'Recall this payment') })
    .click();
  await expect(details.getByText(say(/^Rappel demandé/, /^Recall asked for/))).toBeVisible();
  // The money comes before the answer, which other banks do.
  const back = {
    type: 'pacs.004.001.09' as const,
    messageId: newId(),
    createdAt: new Date(),
    settlementDay: '2026-11-22',
    originalMessageId: 'M-1',
    originalType: 'pacs.008.001.08' as const,
    returns: [
      {
        returnId: newId(),
        originalTransactionId: body.payment.reference,
        amount: { minor: 2_000n, currency: 'EUR' },
        reason: { code: 'FOCR' },
      },
    ],
  };
  await postToBank(bank.shellUrl, writeMessage(back));
  await expect(details.getByText(say(/^Rappel accepté.*revenu/, /^Recall granted.*back/))).toBeVisible();
  await expect(details.getByRole('link', { name: say(/recours/, /appeal/) })).toBeHidden();
  await axeFindsNothing(page);
  await page
    .getByRole('button', { name: say('Fermer', 'Close') })
    .first()
    .click();
  await expect(page.getByRole('main').getByText(say(/^Paiement revenu/, /^Payment returned/))).toBeVisible();
});
