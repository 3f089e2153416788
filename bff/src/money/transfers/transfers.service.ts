import { Injectable } from '@nestjs/common';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { AccountsService } from '../accounts/accounts.service';
import { Clock } from '../../platform/time/clock.service';
import { deviceName } from '../../people/auth/device';
import type { RequestContext } from '../../platform/http/request-context';
import { LedgerService } from '../ledger/ledger.service';
import { refusalOf } from '../ledger/movement-statements';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { NotificationsService } from '../../people/notifications/notifications.service';
import type { Transaction } from '../../platform/database/database';
import { moneyReceived, movementOf, partiesOf, peopleQuery, refuseSelf } from './parties';
import { TransferCommitsService } from './transfer-commits.service';
import { TransferRules } from './transfer-rules.service';

/** Instant transfers between two customers of the bank. */
@Injectable()
export class TransfersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly commits: TransferCommitsService,
    private readonly rules: TransferRules,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves money from the caller's account to another customer's, who is notified; each sees the other's name.
   * @throws ApiException TRANSFER_TO_SELF, RECIPIENT_NOT_FOUND, NOT_FOUND when the caller has no account,
   * TRANSFER_LIMIT_EXCEEDED, LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED; APPROVAL_REQUIRED, HELD_FOR_REVIEW,
   * BLOCKED_BY_RULE where the rules say so.
   */
  async send(context: RequestContext, request: TransferRequest): Promise<MoneyMoved> {
    const { actor, idempotency, requestId } = context;
    refuseSelf(actor.userId, request);
    const userIds = [actor.userId, request.recipient_id] as const;
    const accountIds = await this.accounts.idsOf(userIds);
    return this.commits
      .send({ request, userIds, accountIds, device: deviceName(context.userAgent), idempotency, requestId })
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
  }

  /**
   * Moves money of a user as part of the caller's transaction, without a request of theirs.
   * @param isProven the user approved it when it was ordered
   * @throws ApiException what `send` does but IDEMPOTENCY_KEY_REUSED and APPROVAL_REQUIRED.
   */
  async sendIn(
    tx: Transaction,
    userId: number,
    request: TransferRequest,
    isProven: boolean,
  ): Promise<{ transferId: number; reference: string }> {
    refuseSelf(userId, request);
    const userIds = [userId, request.recipient_id] as const;
    const accountIds = await this.accounts.idsOf(userIds, tx);
    const [locked, people] = await tx.together([
      this.ledger.lockQuery([...accountIds]),
      peopleQuery([...userIds]),
    ]);
    const [from, to] = partiesOf({ userIds, accountIds }, people, locked);
    const totals = await tx.one(outgoingTotals, ...outgoingToday(from.account.id, this.clock.now()));
    keepWithinLimits(from.account, totals, { kind: 'transfer', amount: toMinor(request.amount) });
    await this.rules.admitPlanned(tx, { userIds, request, isProven }, from.account);
    const { transferId, reference } = await this.ledger.append(
      tx,
      locked,
      movementOf(from, to, request, null),
    );
    this.notifications.notify(tx, to.id, moneyReceived(from, request, reference));
    return { transferId, reference };
  }

  /**
   * Whether the rules would challenge a transfer of a user that happened now, as one of a standing order does; false where one of
   * them has no account.
   */
  async wouldBeChallenged(tx: Transaction, userId: number, request: TransferRequest): Promise<boolean> {
    const userIds = [userId, request.recipient_id] as const;
    const [accountId, recipientAccountId] = await this.accounts.idsOf(userIds, tx);
    if (accountId === 0 || recipientAccountId === 0) return false;
    const from = (await this.ledger.lock(tx, [accountId])).get(accountId);
    return from !== undefined && this.rules.wouldChallenge(tx, { userIds, request }, from);
  }
}
