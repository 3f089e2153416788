import type { ListedPayment } from '@bank/contracts/payments';

/** The payments whose reference or recipient account contains the text, ignoring case (specification 1, section 5). */
export function matching(payments: readonly ListedPayment[], text: string): ListedPayment[] {
  const wanted = text.trim().toLowerCase();
  return payments.filter(({ reference, recipient_account: account }) =>
    [reference, account].some((value) => value.toLowerCase().includes(wanted)),
  );
}
