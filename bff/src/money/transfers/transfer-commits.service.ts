import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { z } from 'zod';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type ResultsOf, type Transaction } from '../../platform/database/database';
import { SharedCommits, type Outcome } from '../../platform/database/shared-commits';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { Clock } from '../../platform/time/clock.service';
import { LedgerService } from '../ledger/ledger.service';
import { type MovementSeries, MovementSeriesService } from '../ledger/movement-series.service';
import { keepWithinLimits, outgoingTodayOf, type outgoingTotals } from '../ledger/outgoing-limits';
import { moneyReceived, movementOf, partiesOf, peopleQuery } from './parties';
import type { TransferOrder } from './transfer-order';
import { type TransferJudge, TransferRules } from './transfer-rules.service';

type Totals = z.output<typeof outgoingTotals>;
type Queries = ReturnType<TransferCommitsService['queries']>;
type Received = Parameters<NotificationsService['notifyEach']>[1][number];

/**
 * Commits transfers that wait at the same moment together: one transaction with one statement per table, in which each
 * keeps its own outcome, key and log line (architecture, shared commits).
 */
@Injectable()
export class TransferCommitsService implements BeforeApplicationShutdown {
  private readonly orders = new SharedCommits<TransferOrder, MoneyMoved>({
    commit: (orders, isAlone) => this.commit(orders, isAlone),
    needs: ({ accountIds }) => accountIds.filter((id) => id > 0),
    writers: 2,
    alone: 4,
    size: 64,
    gatherMs: 4,
    waiting: 1_000,
    patienceMs: 8_000,
  });

  constructor(
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly series: MovementSeriesService,
    private readonly notifications: NotificationsService,
    private readonly rules: TransferRules,
    private readonly clock: Clock,
  ) {}

  /** Commits a transfer, perhaps with others. @throws what `TransfersService.send` does, and the database's error. */
  send(order: TransferOrder): Promise<MoneyMoved> {
    const { idempotency } = order;
    const commit = () => (idempotency.settlement ? this.commitSettled(order) : this.orders.add(order));
    return this.idempotency.inTurn(idempotency, commit);
  }

  /** Finishes what was taken, also of callers who have hung up. */
  beforeApplicationShutdown(): Promise<void> {
    return this.orders.idle();
  }

  /** A transfer that needs an approval has a transaction of its own, in which that is spent. */
  private commitSettled(order: TransferOrder): Promise<MoneyMoved> {
    return this.idempotency.once(
      order.idempotency,
      async (tx, opened) => {
        const [outcome] = await this.move(tx, [order], opened, true);
        if (typeof outcome === 'object' && 'answer' in outcome) return outcome.answer;
        throw (typeof outcome === 'object' ? outcome.error : new ApiException('UNAVAILABLE')) as Error;
      },
      ...this.queries([order], true),
    );
  }

  private commit(orders: TransferOrder[], isAlone: boolean): Promise<Outcome<MoneyMoved>[]> {
    return this.idempotency.onceEach(
      orders.map(({ idempotency }) => idempotency),
      (tx, opened) => this.move(tx, orders, opened, isAlone),
      ...this.queries(orders, isAlone),
    );
  }

  private queries(orders: TransferOrder[], isAlone: boolean) {
    const accountIds = [...new Set(orders.flatMap((order) => order.accountIds))];
    const userIds = [...new Set(orders.flatMap((order) => order.userIds))];
    const senders = [...new Set(orders.map((order) => order.accountIds[0]))];
    const sendingUsers = [...new Set(orders.map((order) => order.userIds[0]))];
    return [
      isAlone ? this.ledger.lockQuery(accountIds) : this.ledger.lockFreeQuery(accountIds),
      peopleQuery(userIds),
      outgoingTodayOf(senders, this.clock.now()),
      this.rules.incomeQuery(sendingUsers),
    ] as const;
  }

  /** Each transfer in the order of arrival, over the balances and totals that those before it leave. */
  private async move(
    tx: Transaction,
    orders: TransferOrder[],
    [locked, people, totals, inCurrencies]: ResultsOf<Queries>,
    isAlone: boolean,
  ): Promise<Outcome<MoneyMoved>[]> {
    const series = this.series.begin(locked);
    const received: Received[] = [];
    const isFree = ({ accountIds }: TransferOrder) => accountIds.every((id) => id === 0 || locked.has(id));
    const taken = orders.filter((order) => isAlone || isFree(order));
    if (taken.length === 0) return orders.map(() => 'alone');
    const judge = await this.rules.begin(tx, taken, { locked, inCurrencies });
    const outcomes = new Map<TransferOrder, Outcome<MoneyMoved>>();
    for (const order of taken) {
      const work = this.take(order, series, { people, totals, received, judge });
      outcomes.set(order, await work.then((answer) => ({ answer }), refusal));
    }
    judge.save();
    this.series.defer(tx, series);
    this.notifications.notifyEach(tx, received);
    return orders.map((order) => outcomes.get(order) ?? 'alone');
  }

  private async take(
    order: TransferOrder,
    series: MovementSeries,
    {
      people,
      totals,
      received,
      judge,
    }: {
      people: ResultsOf<Queries>[1];
      totals: Map<number, Totals>;
      received: Received[];
      judge: TransferJudge;
    },
  ): Promise<MoneyMoved> {
    const { request, requestId } = order;
    const [from, to] = partiesOf(order, people, series.accounts);
    const today = totals.get(from.account.id);
    if (!today) throw new ApiException('NOT_FOUND');
    const amount = toMinor(request.amount);
    keepWithinLimits(from.account, today, { kind: 'transfer', amount });
    const movement = movementOf(from, to, request, requestId);
    // First: what the rules write, such as a release that they use up, stays where this transfer alone is refused.
    series.check(movement);
    await judge.admit(order);
    const { reference, accounts } = series.add(movement);
    judge.happened(order);
    totals.set(from.account.id, { ...today, transferred: today.transferred + amount });
    if (!to.muted) received.push({ userId: to.id, ...moneyReceived(from, request, reference) });
    return { success: true, reference, balance: toDecimal(accounts.get(from.account.id)?.balance ?? 0n) };
  }
}

/** An ApiException refuses one transfer and leaves the others; every other error undoes them all. */
function refusal(error: unknown): { error: ApiException } {
  if (error instanceof ApiException) return { error };
  throw error;
}
