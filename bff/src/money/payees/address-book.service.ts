import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { isServed } from '@bank/contracts/countries';
import { ibanCountry } from '@bank/contracts/iban';
import { type AddBeneficiaryRequest, beneficiariesMaximum, type Beneficiary } from '@bank/contracts/payees';
import type { PaymentPayee } from '@bank/contracts/payments';
import { payeeAddress } from '@bank/contracts/postal-address';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import type { AuditAuthor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import { noListYet, ScreeningService } from '../../people/screening/screening.service';
import { Clock } from '../../platform/time/clock.service';
import { lockUser } from '../../people/users/lock-user';
import { isOwnAccount } from '../accounts/iban';
import { lastUsed } from './last-used.sql';

const columns =
  'id, name, account, bic, country, currency, label, clearing_code, address, trusted, created_at';
const shown = `SELECT ${columns}, ${lastUsed} AS last_used_at FROM beneficiaries b`;
const listed = `${shown} WHERE user_id = ? ORDER BY last_used_at DESC, name, id`;
const ownLocked = `SELECT ${columns} FROM beneficiaries WHERE id = ? AND user_id = ? FOR UPDATE`;
const found = `SELECT ${columns} FROM beneficiaries WHERE user_id = ? AND id = ?`;
const foundByIban = `SELECT ${columns} FROM beneficiaries WHERE user_id = ? AND account = ? AND bic = ''`;
const insert = `
  INSERT INTO beneficiaries
    (user_id, name, account, bic, country, currency, label, clearing_code, address, created_at, trusted)
  VALUES (?, TRUE)`;

/** An address as it is stored: in parts, as JSON. */
export const storedAddress = text
  .transform((json): unknown => JSON.parse(json))
  .pipe(payeeAddress)
  .nullable();

const beneficiaryRow = rowOf({
  id: whole,
  name: text,
  account: text,
  bic: text,
  country: text,
  currency: text,
  label: text.nullable(),
  clearing_code: text.nullable(),
  address: storedAddress,
  trusted: flag,
  created_at: moment,
});
type BeneficiaryRow = z.output<typeof beneficiaryRow>;
const shownRow = beneficiaryRow.extend({ last_used_at: moment.nullable() });

/** The entries of the customers' address books; every method but `list` and `find` is part of the caller's transaction. */
@Injectable()
export class AddressBookService {
  constructor(
    private readonly screening: ScreeningService,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** A customer's entries, the most recently used first. */
  async list(connection: Connection, userId: number): Promise<Beneficiary[]> {
    return (await connection.rows(shownRow, listed, [userId])).map(toBeneficiaryDto);
  }

  /**
   * Adds an entry that its customer approved, which makes it trusted, and notifies them. One that is like a name of the
   * sanctions list is logged: payments to it wait for a person.
   * @throws ApiException RECIPIENT_IN_THIS_BANK, COUNTRY_NOT_SERVED, BENEFICIARY_KNOWN, LIST_FULL.
   */
  async enter(
    tx: Transaction,
    author: AuditAuthor,
    { name, account, currency = 'EUR', label, clearing_code, address }: AddBeneficiaryRequest,
  ): Promise<Beneficiary> {
    const { number, bic, country } = partsOf(account);
    refuseUnserved('account', country, bic.slice(4, 6), address?.country);
    if (isOwnAccount(number, bic)) {
      throw new ApiException('RECIPIENT_IN_THIS_BANK', { fields: { account: 'RECIPIENT_IN_THIS_BANK' } });
    }
    // Concurrent additions of one person count each other.
    await lockUser(tx, author.userId);
    const count = await tx.count('SELECT COUNT(*) FROM beneficiaries WHERE user_id = ?', [author.userId]);
    if (count >= beneficiariesMaximum) throw new ApiException('LIST_FULL');
    const written = address ? JSON.stringify(address) : null;
    const values = [
      author.userId,
      name,
      number,
      bic,
      country,
      currency,
      label ?? null,
      clearing_code ?? null,
      written,
      this.clock.now(),
    ];
    const { insertId: id } = await tx.write(insert, [values]).catch((error: unknown) => {
      if (!isDuplicateOf(error, 'beneficiaries_account')) throw error;
      throw new ApiException('BENEFICIARY_KNOWN', { fields: { account: 'BENEFICIARY_KNOWN' } });
    });
    await this.audit.record(tx, { action: 'beneficiary.added', type: 'info', values: { id }, ...author });
    const [likest] = this.screening.find(name, country);
    if (likest && likest !== noListYet) {
      // Not as an action of the customer, who must not learn of it; their history for the staff has it.
      await this.audit.record(tx, {
        action: 'beneficiary.screened',
        type: 'warning',
        userId: null,
        requestId: author.requestId,
        values: { id, entry: likest.entry, user: author.userId },
      });
    }
    this.notifications.notify(tx, author.userId, {
      type: 'security',
      key: 'beneficiary_added',
      values: { name },
    });
    return this.shown(tx, id);
  }

  /** One of a customer's entries, by id or IBAN. */
  find(connection: Connection, userId: number, wanted: number | string): Promise<BeneficiaryRow | undefined> {
    const sql = typeof wanted === 'number' ? found : foundByIban;
    return connection.row(beneficiaryRow, sql, [userId, wanted]);
  }

  /** Locks one of a customer's entries. @throws ApiException NOT_FOUND, also for another customer's. */
  async lockOwn(tx: Transaction, userId: number, id: number): Promise<BeneficiaryRow> {
    const row = await tx.row(beneficiaryRow, ownLocked, [id, userId]);
    if (!row) throw await notFoundFor(tx, 'beneficiaries', id, userId);
    return row;
  }

  /** Replaces a customer's note of an entry. @throws ApiException as `lockOwn`. */
  async note(tx: Transaction, userId: number, id: number, label: string | null): Promise<Beneficiary> {
    await this.lockOwn(tx, userId, id);
    await tx.write('UPDATE beneficiaries SET label = ? WHERE id = ?', [label, id]);
    return this.shown(tx, id);
  }

  /**
   * The payee of a payment to an entry of the payer's.
   * @throws ApiException NOT_FOUND, also for another customer's; INVALID_FIELDS for one of another account than `expected`.
   */
  async payee(tx: Transaction, userId: number, id: number, expected?: string): Promise<BookedPayee> {
    const { name, account, country, bic, clearing_code, address } = await this.lockOwn(tx, userId, id);
    if (expected !== undefined && expected !== account) {
      throw new ApiException('INVALID_FIELDS', { fields: { recipient_account: 'BENEFICIARY_ACCOUNT' } });
    }
    const payee = { country, bic: bic === '' ? null : bic, clearing_code, address };
    return { recipient_account: account, recipient_name: name, payee };
  }

  private async shown(tx: Transaction, id: number): Promise<Beneficiary> {
    return toBeneficiaryDto(await tx.found(shownRow, `${shown} WHERE id = ?`, [id]));
  }
}

/** The payee of a payment, from the payer's address book. */
interface BookedPayee {
  recipient_account: string;
  recipient_name: string;
  payee: PaymentPayee;
}

/** Refuses where any of these countries is not served. @throws ApiException COUNTRY_NOT_SERVED. */
export function refuseUnserved(field: string, ...countries: (string | undefined)[]): void {
  if (countries.every((country) => country === undefined || isServed(country))) return;
  throw new ApiException('COUNTRY_NOT_SERVED', { fields: { [field]: 'COUNTRY_NOT_SERVED' } });
}

const partsOf = (account: AddBeneficiaryRequest['account']) =>
  typeof account === 'string'
    ? { number: account, bic: '', country: ibanCountry(account) }
    : { number: account.account_number, bic: account.bic, country: account.country };

const toBeneficiaryDto = ({
  bic,
  last_used_at,
  created_at,
  ...row
}: z.output<typeof shownRow>): Beneficiary => ({
  ...row,
  bic: bic === '' ? null : bic,
  last_used_at: last_used_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
