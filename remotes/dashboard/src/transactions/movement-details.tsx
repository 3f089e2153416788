import type { Transaction } from '@bank/contracts/transactions';
import { PaymentRecipient, PaymentWay } from '../payments/payment-way';
import { PurchaseFacts } from './purchase-facts';
import { TransactionActions } from './transaction-actions';

/** What the details of a customer's movement show beside the facts of its row, for every account. */
export const movementDetails = (transaction: Transaction) => {
  const { payment_id: paymentId } = transaction;
  return {
    facts:
      paymentId === null ? <PurchaseFacts transaction={transaction} /> : <PaymentRecipient id={paymentId} />,
    footer: (
      <>
        {paymentId !== null && <PaymentWay key={paymentId} id={paymentId} />}
        <TransactionActions transaction={transaction} />
      </>
    ),
  };
};
