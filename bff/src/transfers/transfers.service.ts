import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { keepWithinTransferLimit } from '../accounts/transfer-limit';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { send } from '../common/statements';
import { LedgerService } from '../ledger/ledger.service';
import { NotificationsService } from '../notifications/notifications.service';

/** One account per user and currency: `accounts_user` makes this a look-up of two keys. */
const findSides = `
  SELECT u.id AS user_id, u.first_name, u.last_name, a.id AS account_id
  FROM users u JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
  WHERE u.id IN (?, ?) AND u.status = 'active' AND u.deleted_at IS NULL`;

interface Side {
  user_id: number;
  first_name: string;
  last_name: string;
  account_id: string;
}

/** Money from one customer of the bank to another, at once. */
@Injectable()
export class TransfersService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves money from the caller's account to another customer's, who is notified; each reads the other's name.
   * @throws Failure TRANSFER_TO_SELF, RECIPIENT_NOT_FOUND, NOT_FOUND when the caller has no account,
   * TRANSFER_LIMIT_EXCEEDED, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
   */
  async send(actor: Actor, request: TransferRequest, keyed: KeyedCall, call: Call): Promise<MoneyMoved> {
    if (request.recipient_id === actor.userId) {
      throw new Failure('TRANSFER_TO_SELF', { fields: { recipient_id: 'TRANSFER_TO_SELF' } });
    }
    const amount = toMinor(request.amount);
    return this.idempotency.once(keyed, async (runner) => {
      const { from, to } = await sidesOf(runner, actor.userId, request.recipient_id);
      const [fromId, toId] = [wholeNumber(from.account_id), wholeNumber(to.account_id)];
      const locked = await this.ledger.lock(runner, [fromId, toId]);
      const account = locked.get(fromId);
      if (account) await keepWithinTransferLimit(runner, account, amount, this.clock.now());
      const posting = await this.ledger.append(runner, locked, {
        kind: 'transfer',
        description: request.description ?? 'Virement',
        legs: [
          { accountId: fromId, amount: -amount, description: described(to, request.description) },
          { accountId: toId, amount, description: described(from, request.description) },
        ],
        createdBy: actor.userId,
        requestId: call.requestId,
      });
      this.notifications.notify(runner, to.user_id, {
        type: 'transaction',
        key: 'money_received',
        values: { amount: request.amount.toFixed(2), sender: nameOf(from), reference: posting.reference },
      });
      const balance = toDecimal(posting.accounts.get(fromId)?.balance ?? 0n);
      return { success: true, reference: posting.reference, balance };
    });
  }
}

async function sidesOf(runner: QueryRunner, fromUser: number, toUser: number) {
  const rows = await send<Side[]>(runner, findSides, [fromUser, toUser]);
  const from = rows.find((row) => row.user_id === fromUser);
  const to = rows.find((row) => row.user_id === toUser);
  if (!from) throw new Failure('NOT_FOUND');
  if (!to) throw new Failure('RECIPIENT_NOT_FOUND', { fields: { recipient_id: 'RECIPIENT_NOT_FOUND' } });
  return { from, to };
}

const nameOf = ({ first_name, last_name }: Side) => `${first_name} ${last_name}`;

/** What one side reads of the other; in no language, since the type beside it says which way the money went. */
const described = (side: Side, description: string | undefined) =>
  [nameOf(side), ...(description ? [description] : [])].join(' – ');
