import { z } from 'zod';
import { toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import type { Query } from '../../platform/database/database';
import { switchedOff, type NewNotification } from '../../people/notifications/notifications.service';
import type { LockedAccount, Movement } from '../ledger/movement';
import { activeUser } from '../../people/users/active-user';

const findPeople = `
  SELECT id, CONCAT(first_name, ' ', last_name) AS name, ${switchedOff('transaction', 'users.id')} AS muted
  FROM users WHERE id IN (?) AND ${activeUser('users')}`;

const personRow = rowOf({ id: whole, name: text, muted: flag });
type Person = z.output<typeof personRow>;

const peopleById = personRow.array().transform((rows) => new Map(rows.map((person) => [person.id, person])));

/** A customer who may send and receive, with the account as locked; a `muted` one gets no notices of transactions. */
export interface Party extends Person {
  account: LockedAccount;
}

/** The ids of the sender and the recipient, of the users or of their accounts. */
export type Pair = readonly [from: number, to: number];

/** Those among users who may send and receive, by id. */
export const peopleQuery = (userIds: number[]): Query<typeof peopleById> => [
  findPeople,
  [userIds],
  peopleById,
];

/** @throws ApiException TRANSFER_TO_SELF. */
export function refuseSelf(userId: number, { recipient_id: recipient }: TransferRequest): void {
  if (recipient === userId) {
    throw new ApiException('TRANSFER_TO_SELF', { fields: { recipient_id: 'TRANSFER_TO_SELF' } });
  }
}

/**
 * The sender and the recipient, each with their locked account.
 * @throws ApiException NOT_FOUND without the first, RECIPIENT_NOT_FOUND without the second.
 */
export function partiesOf(
  { userIds, accountIds }: { userIds: Pair; accountIds: Pair },
  people: ReadonlyMap<number, Person>,
  locked: ReadonlyMap<number, LockedAccount>,
): [from: Party, to: Party] {
  const partyOf = (at: 0 | 1): Party | undefined => {
    const [person, account] = [people.get(userIds[at]), locked.get(accountIds[at])];
    return person && account && { ...person, account };
  };
  const [from, to] = [partyOf(0), partyOf(1)];
  if (!from) throw new ApiException('NOT_FOUND');
  if (!to) throw new ApiException('RECIPIENT_NOT_FOUND', { fields: { recipient_id: 'RECIPIENT_NOT_FOUND' } });
  return [from, to];
}

/** The movement of a transfer; each side sees the other's name. */
export function movementOf(
  from: Party,
  to: Party,
  { amount: decimal, description }: TransferRequest,
  requestId: string | null,
): Movement & { kind: 'transfer' } {
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
}

/** The recipient's notification. */
export const moneyReceived = (from: Party, { amount }: TransferRequest, reference: string) =>
  ({
    type: 'transaction',
    key: 'money_received',
    values: { amount: amount.toFixed(2), sender: from.name, reference },
  }) satisfies NewNotification;

/** The entry's description names the other party only: the type beside it shows the direction. */
const described = (person: Person, description: string | undefined) =>
  [person.name, ...(description ? [description] : [])].join(' – ');
