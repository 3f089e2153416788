import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { AccountsService } from '../accounts/accounts.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import type { Statement } from '../common/statements';
import { LedgerService, refusalOf, type AccountRow } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { givenOutToday, keepWithinLimits, type GivenOutRows } from '../ledger/outgoing-limits';
import { NotificationsService } from '../notifications/notifications.service';

const findPeople = `
  SELECT id, first_name, last_name FROM users WHERE id IN (?, ?) AND status = 'active' AND deleted_at IS NULL`;

interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

interface Side extends Person {
  account: LockedAccount;
}

/** What the opening statements answer; see `send`. */
type Opened = [accounts: AccountRow[], people: Person[], given: GivenOutRows];

/** Money from one customer of the bank to another, at once. */
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
   * Moves money from the caller's account to another customer's, who is notified; each reads the other's name.
   * @throws Failure TRANSFER_TO_SELF, RECIPIENT_NOT_FOUND, NOT_FOUND when the caller has no account,
   * TRANSFER_LIMIT_EXCEEDED, LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
   */
  async send(actor: Actor, request: TransferRequest, keyed: KeyedCall, call: Call): Promise<MoneyMoved> {
    if (request.recipient_id === actor.userId) {
      throw new Failure('TRANSFER_TO_SELF', { fields: { recipient_id: 'TRANSFER_TO_SELF' } });
    }
    const people = [actor.userId, request.recipient_id] as const;
    const [fromId, toId] = await this.accounts.idsOf(people);
    const opening: Statement[] = [
      this.ledger.locking([fromId, toId]),
      [findPeople, [...people]],
      givenOutToday(fromId, this.clock.now()),
    ];
    const work = async (runner: QueryRunner, [accounts, found, given]: Opened) => {
      const [from, to] = sidesOf(people, found, this.ledger.locked(accounts));
      keepWithinLimits(from.account, given, { kind: 'transfer', amount: toMinor(request.amount) });
      return this.move(runner, from, to, request, call);
    };
    return this.idempotency.once(keyed, work, opening).catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  private move(
    runner: QueryRunner,
    from: Side,
    to: Side,
    request: TransferRequest,
    { requestId }: Call,
  ): MoneyMoved {
    const amount = toMinor(request.amount);
    const locked = new Map([from, to].map(({ account }) => [account.id, account]));
    const { reference, accounts } = this.ledger.appendLast(runner, locked, {
      kind: 'transfer',
      description: request.description ?? 'Virement',
      legs: [
        { accountId: from.account.id, amount: -amount, description: described(to, request.description) },
        { accountId: to.account.id, amount, description: described(from, request.description) },
      ],
      createdBy: from.id,
      requestId,
    });
    this.notifications.notify(runner, to.id, {
      type: 'transaction',
      key: 'money_received',
      values: { amount: request.amount.toFixed(2), sender: nameOf(from), reference },
    });
    return { success: true, reference, balance: toDecimal(accounts.get(from.account.id)?.balance ?? 0n) };
  }
}

/** Who sends and who receives, each with their locked account. */
function sidesOf(
  [fromId, toId]: readonly [number, number],
  people: Person[],
  locked: Map<number, LockedAccount>,
): [from: Side, to: Side] {
  const sideOf = (userId: number): Side | undefined => {
    const person = people.find(({ id }) => id === userId);
    const account = [...locked.values()].find((one) => one.userId === userId);
    return person && account && { ...person, account };
  };
  const [from, to] = [sideOf(fromId), sideOf(toId)];
  if (!from) throw new Failure('NOT_FOUND');
  if (!to) throw new Failure('RECIPIENT_NOT_FOUND', { fields: { recipient_id: 'RECIPIENT_NOT_FOUND' } });
  return [from, to];
}

const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`;

/** What one side reads of the other; in no language, since the type beside it says which way the money went. */
const described = (person: Person, description: string | undefined) =>
  [nameOf(person), ...(description ? [description] : [])].join(' – ');
