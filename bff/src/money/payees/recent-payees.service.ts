import { Injectable } from '@nestjs/common';
import { type RecentPayeeList, recentPayees } from '@bank/contracts/payees';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { AccountsService } from '../accounts/accounts.service';
import { activeUser } from '../../people/users/active-user';
import { shortName } from '../../people/users/short-name';

/** How far back payees are looked for, in movements and in payments: whom one pays often is among them. */
const looked = 300;

const customers = `
  SELECT u.id, u.first_name AS given, u.last_name AS family, MAX(e.created_at) AS at
  FROM (SELECT e.id FROM entries e FORCE INDEX (entries_account_time) WHERE e.account_id = ?
      ORDER BY e.created_at DESC, e.id DESC LIMIT ${looked}) newest
    STRAIGHT_JOIN entries e ON e.id = newest.id AND e.amount < 0
    JOIN transfers t ON t.id = e.transfer_id AND t.kind = 'transfer'
    JOIN entries o ON o.transfer_id = t.id AND o.account_id <> e.account_id
    JOIN accounts a ON a.id = o.account_id AND a.user_id <> ?
    JOIN users u ON u.id = a.user_id AND ${activeUser()}
  GROUP BY u.id ORDER BY at DESC LIMIT ${recentPayees}`;
const customerRow = rowOf({ id: whole, given: text, family: text, at: moment });

const outside = `
  SELECT p.recipient_account AS account, MAX(p.recipient_name) AS name, MAX(p.created_at) AS at
  FROM (SELECT p.id FROM payments p FORCE INDEX (payments_account) WHERE p.account_id = ?
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${looked}) newest
    STRAIGHT_JOIN payments p ON p.id = newest.id
  WHERE p.status <> 'failed' AND p.payment_method <> 'international_transfer'
  GROUP BY p.recipient_account ORDER BY at DESC LIMIT ${recentPayees}`;
const outsideRow = rowOf({ account: text, name: text, at: moment });

/** The payees to whom a customer has sent money. */
@Injectable()
export class RecentPayeesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** The last customers and accounts of other banks that a customer has sent euros to, the newest first. */
  async of(userId: number): Promise<RecentPayeeList> {
    const accountId = await this.accounts.idOf(this.database, userId);
    const [people, banks] = await Promise.all([
      this.database.rows(customerRow, customers, [accountId, userId]),
      this.database.rows(outsideRow, outside, [accountId]),
    ]);
    const found = [
      ...people.map(({ id, at, ...name }) => ({
        at,
        payee: { kind: 'customer' as const, recipient_id: id, name: shortName(name) },
      })),
      ...banks.map(({ account, name, at }) => ({ at, payee: { kind: 'outside' as const, account, name } })),
    ];
    found.sort((left, right) => right.at.getTime() - left.at.getTime());
    return { payees: found.slice(0, recentPayees).map(({ payee }) => payee) };
  }
}
