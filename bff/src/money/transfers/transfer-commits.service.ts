import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { z } from 'zod';
import type { MoneyMoved } from '@bank/contracts/accounts';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { TransferRequest } from '@bank/contracts/transfers';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type ResultsOf, type Transaction } from '../../platform/database/database';
import { SharedCommits, type Outcome } from '../../platform/database/shared-commits';
import { ApiException } from '../../platform/errors/api-exception';
import type { IdempotencyKey } from '../../platform/http/idempotency-key';
import { Idempotency } from '../../platform/http/idempotency.service';
import { Clock } from '../../platform/time/clock.service';
import { LedgerService } from '../ledger/ledger.service';
import { type MovementSeries, MovementSeriesService } from '../ledger/movement-series.service';
import { keepWithinLimits, outgoingTodayOf, type outgoingTotals } from '../ledger/outgoing-limits';
import { moneyReceived, movementOf, partiesOf, peopleQuery, type Pair } from './parties';

/** One transfer that a customer asks for. */
export interface TransferOrder {
  request: TransferRequest;
  userIds: Pair;
  /** 0 for a user without an account. */
  accountIds: Pair;
  idempotency: IdempotencyKey;
  requestId: string;
}

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
    ...{ writers: 2, alone: 4, size: 64, waiting: 1_000, patienceMs: 8_000 },
  });

  constructor(
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly series: MovementSeriesService,
    private readonly notifications: NotificationsService,
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
      (tx, opened) => {
        const [outcome] = this.move(tx, [order], opened, true);
        if (typeof outcome === 'object' && 'answer' in outcome) return Promise.resolve(outcome.answer);
        const error = typeof outcome === 'object' ? outcome.error : new ApiException('UNAVAILABLE');
        return Promise.reject(error as Error);
      },
      ...this.queries([order], true),
    );
  }

  private commit(orders: TransferOrder[], isAlone: boolean): Promise<Outcome<MoneyMoved>[]> {
    return this.idempotency.onceEach(
      orders.map(({ idempotency }) => idempotency),
      (tx, opened) => Promise.resolve(this.move(tx, orders, opened, isAlone)),
      ...this.queries(orders, isAlone),
    );
  }

  private queries(orders: TransferOrder[], isAlone: boolean) {
    const accountIds = [...new Set(orders.flatMap((order) => order.accountIds))];
    const userIds = [...new Set(orders.flatMap((order) => order.userIds))];
    const senders = [...new Set(orders.map((order) => order.accountIds[0]))];
    return [
      isAlone ? this.ledger.lockQuery(accountIds) : this.ledger.lockFreeQuery(accountIds),
      peopleQuery(userIds),
      outgoingTodayOf(senders, this.clock.now()),
    ] as const;
  }

  /** Each transfer in the order of arrival, over the balances and totals that those before it leave. */
  private move(
    tx: Transaction,
    orders: TransferOrder[],
    [locked, people, totals]: ResultsOf<Queries>,
    isAlone: boolean,
  ): Outcome<MoneyMoved>[] {
    const series = this.series.begin(locked);
    const received: Received[] = [];
    const outcomes = orders.map((order): Outcome<MoneyMoved> => {
      if (!isAlone && order.accountIds.some((id) => id > 0 && !locked.has(id))) return 'alone';
      try {
        return { answer: this.take(order, series, { people, totals, received }) };
      } catch (error) {
        if (error instanceof ApiException) return { error };
        throw error;
      }
    });
    this.series.defer(tx, series);
    this.notifications.notifyEach(tx, received);
    return outcomes;
  }

  private take(
    order: TransferOrder,
    series: MovementSeries,
    {
      people,
      totals,
      received,
    }: { people: ResultsOf<Queries>[1]; totals: Map<number, Totals>; received: Received[] },
  ): MoneyMoved {
    const { request, requestId } = order;
    const [from, to] = partiesOf(order, people, series.accounts);
    const today = totals.get(from.account.id);
    if (!today) throw new ApiException('NOT_FOUND');
    const amount = toMinor(request.amount);
    keepWithinLimits(from.account, today, { kind: 'transfer', amount });
    const { reference, accounts } = series.add(movementOf(from, to, request, requestId));
    totals.set(from.account.id, { ...today, transferred: today.transferred + amount });
    if (!to.muted) received.push({ userId: to.id, ...moneyReceived(from, request, reference) });
    return { success: true, reference, balance: toDecimal(accounts.get(from.account.id)?.balance ?? 0n) };
  }
}
