import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CustomerFile, filedEach, filedStates } from '@bank/contracts/finder';
import { toDecimal } from '@bank/contracts/money';
import { allows, type Permission } from '@bank/contracts/permissions';
import { SessionsService } from '../../people/auth/sessions.service';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { Actor } from '../../platform/http/actor';
import { ApiException } from '../../platform/errors/api-exception';

const accountRow = rowOf({ currency: text, iban: text, balance: minor, held: minor });
const selectAccounts = `
  SELECT currency, iban, balance, held FROM accounts WHERE user_id = ? AND kind = 'customer' AND iban IS NOT NULL
  ORDER BY id LIMIT ${filedEach}`;

const filed = { id: whole, title: text, state: z.enum(filedStates), at: isoMoment };
const filedRow = rowOf(filed);
const paymentRow = rowOf({ ...filed, amount: minor, currency: text, recipient_name: text });
const selectPayments = `
  SELECT p.id, p.reference AS title, p.status AS state, p.created_at AS at, p.amount, p.currency, p.recipient_name
  FROM payments p JOIN accounts a ON a.id = p.account_id WHERE a.user_id = ? ORDER BY p.id DESC LIMIT ${filedEach}`;
const selectSubmissions = `
  SELECT id, CONCAT(first_name, ' ', last_name) AS title, status AS state, submitted_at AS at
  FROM kyc_submissions WHERE user_id = ? AND status <> 'superseded' ORDER BY id DESC LIMIT ${filedEach}`;
const selectCases = `
  SELECT id, reference AS title, state, created_at AS at FROM cases WHERE user_id = ? ORDER BY id DESC LIMIT ${filedEach}`;
const selectTickets = `
  SELECT id, subject AS title, status AS state, created_at AS at FROM tickets WHERE user_id = ?
  ORDER BY id DESC LIMIT ${filedEach}`;

/** All that the bank has of one customer, for staff. */
@Injectable()
export class CustomerFileService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
  ) {}

  /** Read as of one moment, but for the open sessions. @throws ApiException NOT_FOUND also for a deleted user. */
  async read(actor: Actor, userId: number): Promise<CustomerFile> {
    const file = await this.database.snapshot((tx) => this.filed(tx, actor, userId));
    return { ...file, sessions: await this.openSessions(userId) };
  }

  private async filed(
    tx: Transaction,
    actor: Actor,
    userId: number,
  ): Promise<Omit<CustomerFile, 'sessions'>> {
    const isThere = await tx.exists('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', [userId]);
    if (!isThere) throw new ApiException('NOT_FOUND');
    const accounts = await tx.rows(accountRow, selectAccounts, [userId]);
    const payments = allows(actor, 'payments:review')
      ? await tx.rows(paymentRow, selectPayments, [userId])
      : null;
    return {
      accounts: accounts.map(({ currency, iban, balance, held }) => ({
        currency,
        iban,
        balance: toDecimal(balance, currency),
        reserved: toDecimal(held, currency),
      })),
      payments:
        payments &&
        payments.map(({ amount, ...payment }) => ({
          ...payment,
          amount: toDecimal(amount, payment.currency),
        })),
      submissions: await this.part(tx, actor, 'kyc:review', selectSubmissions, userId),
      cases: userId === actor.userId ? null : await this.part(tx, actor, 'cases:manage', selectCases, userId),
      tickets: await this.part(tx, actor, 'tickets:manage', selectTickets, userId),
    };
  }

  private async openSessions(userId: number): Promise<CustomerFile['sessions']> {
    const open = await this.sessions.openOf(userId, filedEach);
    return open.map(({ device, created_at, ...session }) => ({ ...session, title: device, at: created_at }));
  }

  private async part(tx: Transaction, actor: Actor, permission: Permission, sql: string, userId: number) {
    return allows(actor, permission) ? tx.rows(filedRow, sql, [userId]) : null;
  }
}
