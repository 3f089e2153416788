import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { AccountsService } from '../accounts/accounts.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { rowOf, text, whole } from '../../platform/database/columns';
import { LedgerService, refusalOf } from '../ledger/ledger.service';
import type { LockedAccount, Movement } from '../ledger/movement';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { NotificationsService } from '../../people/notifications/notifications.service';
import type { Transaction } from '../../platform/database/database';

const findPeople = `
  SELECT id, CONCAT(first_name, ' ', last_name) AS name FROM users
  WHERE id IN (?, ?) AND status = 'active' AND deleted_at IS NULL`;

const personRow = rowOf({ id: whole, name: text });
type Person = z.output<typeof personRow>;

interface Party extends Person {
  account: LockedAccount;
}

const personRows = personRow.array();
const totalsRow = z.tuple([outgoingTotals]);

/** Instant transfers between two customers of the bank. */
@Injectable()
export class TransfersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves money from the caller's account to another customer's, who is notified; each sees the other's name.
   * @throws ApiException TRANSFER_TO_SELF, RECIPIENT_NOT_FOUND, NOT_FOUND when the caller has no account,
   * TRANSFER_LIMIT_EXCEEDED, LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
   */
  async send(context: RequestContext, request: TransferRequest): Promise<MoneyMoved> {
    const { userId } = context.actor;
    refuseSelf(userId, request);
    const userIds = [userId, request.recipient_id] as const;
    const [fromId, toId] = await this.accounts.idsOf(userIds);
    return this.idempotency
      .once(
        context.idempotency,
        async (tx, [accounts, found, [totals]]) => {
          const [from, to] = partiesOf(userIds, found, accounts);
          keepWithinLimits(from.account, totals, { kind: 'transfer', amount: toMinor(request.amount) });
          return this.move(tx, from, to, request, context.requestId);
        },
        this.ledger.lockQuery([fromId, toId]),
        [findPeople, [...userIds], personRows],
        [...outgoingToday(fromId, this.clock.now()), totalsRow],
      )
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
  }

  /**
   * Moves money of a user as part of the caller's transaction, without a request of theirs.
   * @throws ApiException what `send` does but IDEMPOTENCY_KEY_REUSED.
   */
  async sendIn(
    tx: Transaction,
    userId: number,
    request: TransferRequest,
  ): Promise<{ transferId: number; reference: string }> {
    refuseSelf(userId, request);
    const userIds = [userId, request.recipient_id] as const;
    const accountIds = await this.accounts.idsOf(userIds);
    const [locked, found] = await tx.together([
      this.ledger.lockQuery([...accountIds]),
      [findPeople, [...userIds], personRows],
    ]);
    const [from, to] = partiesOf(userIds, found, locked);
    const totals = await tx.one(outgoingTotals, ...outgoingToday(from.account.id, this.clock.now()));
    keepWithinLimits(from.account, totals, { kind: 'transfer', amount: toMinor(request.amount) });
    const { transferId, reference } = await this.ledger.append(
      tx,
      locked,
      movementOf(from, to, request, null),
    );
    this.notifyRecipient(tx, from, to, { ...request, reference });
    return { transferId, reference };
  }

  private move(
    tx: Transaction,
    from: Party,
    to: Party,
    request: TransferRequest,
    requestId: string,
  ): MoneyMoved {
    const locked = new Map([from, to].map(({ account }) => [account.id, account]));
    const movement = movementOf(from, to, request, requestId);
    const { reference, accounts } = this.ledger.appendDeferred(tx, locked, movement);
    this.notifyRecipient(tx, from, to, { ...request, reference });
    return { success: true, reference, balance: toDecimal(accounts.get(from.account.id)?.balance ?? 0n) };
  }

  private notifyRecipient(
    tx: Transaction,
    from: Party,
    to: Party,
    { amount, reference }: { amount: number; reference: string },
  ): void {
    this.notifications.notify(tx, to.id, {
      type: 'transaction',
      key: 'money_received',
      values: { amount: amount.toFixed(2), sender: from.name, reference },
    });
  }
}

function refuseSelf(userId: number, { recipient_id: recipient }: TransferRequest): void {
  if (recipient === userId) {
    throw new ApiException('TRANSFER_TO_SELF', { fields: { recipient_id: 'TRANSFER_TO_SELF' } });
  }
}

const movementOf = (
  from: Party,
  to: Party,
  { amount: decimal, description }: TransferRequest,
  requestId: string | null,
): Movement & { kind: 'transfer' } => {
  const amount = toMinor(decimal);
  return {
    kind: 'transfer',
    description: description ?? 'Virement',
    legs: [
      { accountId: from.account.id, amount: -amount, description: described(to, description) },
      { accountId: to.account.id, amount, description: described(from, description) },
    ],
    createdBy: from.id,
    requestId,
  };
};

/** The sender and the recipient, each with their locked account. */
function partiesOf(
  [fromId, toId]: readonly [number, number],
  people: Person[],
  locked: Map<number, LockedAccount>,
): [from: Party, to: Party] {
  const partyOf = (userId: number): Party | undefined => {
    const person = people.find(({ id }) => id === userId);
    const account = [...locked.values()].find((one) => one.userId === userId);
    return person && account && { ...person, account };
  };
  const [from, to] = [partyOf(fromId), partyOf(toId)];
  if (!from) throw new ApiException('NOT_FOUND');
  if (!to) throw new ApiException('RECIPIENT_NOT_FOUND', { fields: { recipient_id: 'RECIPIENT_NOT_FOUND' } });
  return [from, to];
}

/** The entry's description names the other party only: the type beside it shows the direction. */
const described = (person: Person, description: string | undefined) =>
  [person.name, ...(description ? [description] : [])].join(' – ');
