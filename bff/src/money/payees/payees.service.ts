import { Injectable } from '@nestjs/common';
import type { PayeeResolved, PayeeVerified, VerifyPayeeRequest } from '@bank/contracts/payees';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { isOwnIban } from '../accounts/iban';
import { activeUser } from '../../people/users/active-user';
import { shortName } from '../../people/users/short-name';
import { bankNameOf } from './bank-names';
import { compareNames } from './compare-names';
import { type PayeeSearch, searchOf } from './payee-search';

const holder = `
  SELECT u.id, u.first_name AS given, u.last_name AS family, u.deleted_at IS NOT NULL OR a.closed_at IS NOT NULL AS former
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.iban = ?`;
const holderRow = rowOf({ id: whole, given: text, family: text, former: flag });

/**
 * Who proved that a number is theirs comes before all who merely typed it; a second row of the same kind shows that it is
 * not one person's. Parameters: those of the condition.
 */
const findCustomer = ({ is, proven, findable }: Condition) => `
  SELECT u.id, u.first_name AS given, u.last_name AS family, ${proven} AS proven, ${findable} AS findable
  FROM users u JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
    LEFT JOIN preferences p ON p.user_id = u.id
  WHERE ${is} AND ${activeUser()} ORDER BY proven DESC, u.id LIMIT 2`;
const customerRow = rowOf({ id: whole, given: text, family: text, proven: flag, findable: flag });

/** Which customer, whether that is proven to be theirs, and whether they may be found by it. */
interface Condition {
  is: string;
  proven: string;
  findable: string;
}
const certain = (is: string): Condition => ({ is, proven: '1', findable: '1' });

const conditions: Record<PayeeSearch['by'], Condition> = {
  username: certain('u.username_key = ?'),
  email: {
    is: 'u.email_key = ?',
    proven: 'u.email_verified_at IS NOT NULL',
    findable: 'COALESCE(p.found_by_email, 1)',
  },
  phone: {
    is: 'u.phone_key = ?',
    proven: 'u.phone_verified_at IS NOT NULL',
    findable: 'COALESCE(p.found_by_phone, 1)',
  },
  iban: certain('u.id = (SELECT of_iban.user_id FROM accounts of_iban WHERE of_iban.iban = ?)'),
  number: certain('u.id = ?'),
};

/** Verifies and finds those whom money is sent to. */
@Injectable()
export class PayeesService {
  constructor(
    private readonly database: Database,
    private readonly limits: AddressLimits,
    private readonly rail: PaymentRail,
  ) {}

  /**
   * Whether an account belongs to a name: this bank's own by its holder, others by their bank; one's own is named as such. Never
   * the holder's name without a close match.
   * @throws ApiException NOT_CONFIGURED for an account of another bank without a rail; PAYEE_LIMIT_REACHED.
   */
  async verify(userId: number, { name, account }: VerifyPayeeRequest): Promise<PayeeVerified> {
    if (!isOwnIban(account) && !this.rail.isConfigured) throw new ApiException('NOT_CONFIGURED');
    await this.limits.takeOfPerson(this.database, 'payee_checks', userId);
    if (!isOwnIban(account)) return this.rail.verifyPayee({ name, account });
    const found = await this.database.row(holderRow, holder, [account]);
    if (!found || found.former) return { result: 'not_possible' };
    const result = compareNames(name, found);
    return {
      result,
      ...(result === 'close_match' && { name: `${found.given} ${found.family}` }),
      ...(found.id === userId && { own_account: true as const }),
    };
  }

  /**
   * Finds a customer, or reads an account of another bank. A person who cannot be found is answered as one who does not
   * exist, by the same statement; one who never proved that the e-mail or telephone is theirs is found as `unverified`, while
   * nobody else has it.
   * @throws ApiException NOT_FOUND, PAYEE_LIMIT_REACHED.
   */
  async resolve(userId: number, to: string): Promise<PayeeResolved> {
    await this.limits.takeOfPerson(this.database, 'payee_searches', userId);
    const search = searchOf(to);
    if (search?.by === 'iban' && !isOwnIban(search.value)) {
      return { kind: 'outside', account: search.value, bank: bankNameOf(search.value) };
    }
    const { by, value } = search ?? { by: 'number' as const, value: 0 };
    const [found, other] = await this.database.rows(customerRow, findCustomer(conditions[by]), [value]);
    // Judged after the search: who cannot be found leaves their number to no one else.
    if (!found?.findable || other?.proven === found.proven) throw new ApiException('NOT_FOUND');
    const name = shortName(found);
    return { kind: 'customer', recipient_id: found.id, name, ...(!found.proven && { unverified: true }) };
  }
}
