import { z } from 'zod';
import { createScheduledPaymentRequest } from '@bank/contracts/scheduled-payments';
import { typedAmount } from '@bank/contracts/typed-amount';
import { rule } from '@bank/contracts/validation';
import { bankToday } from '@bank/i18n/format';

const { card_id: cardId, amount, first_run: firstRun } = createScheduledPaymentRequest.shape;
const chosen = z.string().min(1, rule('REQUIRED'));

/** The contract's request from the form's text fields; the first day is today in Paris or later. */
export const typedDebit = createScheduledPaymentRequest.extend({
  card_id: chosen.transform(Number).pipe(cardId),
  amount: typedAmount(amount),
  first_run: chosen.pipe(firstRun).refine((day) => day >= bankToday(), rule('DAY_PAST')),
});
