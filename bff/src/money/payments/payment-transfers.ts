import { bankIdentity } from '@bank/contracts/bank';
import { clearingCodeInIban, clearingSystemOf } from '@bank/contracts/countries';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { Party, PostalAddress } from '@bank/contracts/rails/parts';
import { rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { countryCodeOf } from './country-names';
import type { LockedPayment } from './locked-payment';

/** A payment as it is sent within SEPA. */
export const toCreditTransfer = (payment: LockedPayment): CreditTransfer => ({
  transactionId: payment.reference,
  endToEndId: payment.endToEndId,
  amount: { minor: payment.amount, currency: payment.currency },
  debtor: { name: payment.owner ?? '', account: payment.iban, bic: bankIdentity.bic },
  creditor: { name: payment.recipientName, account: payment.recipientAccount },
  remittance: payment.description,
});

const addresses = `
  SELECT user_id AS userId, address AS street, postal_code AS postcode, city AS town, country
  FROM profiles WHERE user_id IN (?)`;
const addressRow = rowOf({ userId: whole, street: text, postcode: text, town: text, country: text });

/** International payments: with who bears the charges, their UETRs, and the addresses of both sides where they are known. */
export async function internationalTransfers(
  tx: Transaction,
  payments: LockedPayment[],
): Promise<CreditTransfer[]> {
  const rows = await tx.rows(addressRow, addresses, [payments.map(({ ownerId }) => ownerId)]);
  const known = new Map(rows.map(({ userId, ...address }) => [userId, addressOf(address)]));
  return payments.map((payment) => {
    const transfer = toCreditTransfer(payment);
    const address = known.get(payment.ownerId);
    return {
      ...transfer,
      debtor: { ...transfer.debtor, ...(address && { address }) },
      creditor: { ...transfer.creditor, ...creditorOf(payment) },
      charges: chargesCodes[payment.charges ?? 'SHA'],
      ...(payment.uetr !== null && { uetr: payment.uetr }),
    };
  });
}

function creditorOf(payment: LockedPayment): Partial<Party> {
  const { recipientAccount, bic, country, clearingCode } = payment;
  // An account number does not name its country, as an IBAN does.
  const address = payment.address ?? (bic !== null && country !== null ? { country } : undefined);
  const code = bic === null ? clearingCodeInIban(recipientAccount) : (clearingCode ?? undefined);
  const system = clearingSystemOf(country ?? '')?.system;
  return {
    ...(bic !== null && { bic }),
    ...(code !== undefined && system !== undefined && { clearing: { system, code } }),
    ...(address && { address }),
  };
}

/** The address of a profile, whose country is written in words; undefined where it has none that is known. */
function addressOf({ country: typed, ...address }: PostalAddress): PostalAddress | undefined {
  const country = countryCodeOf(typed);
  return country === undefined || address.town === '' ? undefined : { ...address, country };
}

/** ISO 20022, ChargeBearerType1Code. */
const chargesCodes = { SHA: 'SHAR', OUR: 'DEBT', BEN: 'CRED' } as const;
