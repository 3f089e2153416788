import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { EventsService, type LiveEvent } from '../../platform/events/events.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import {
  changedOf,
  liveEvents,
  logLine,
  newBalances,
  newEntriesOf,
  newTransfers,
  settle,
  type Line,
  type Made,
} from './movement-statements';
import type { LockedAccount, Movement, Posting, TransferKind } from './movement';

type SeriesMovement = Movement & { kind: Exclude<TransferKind, 'withdrawal'> };

/** Movements over the same locked accounts, to be written together; each is taken or refused by itself. */
export class MovementSeries {
  /** The accounts with the balances after what was taken so far. */
  readonly accounts: Map<number, LockedAccount>;
  readonly taken: (Made & { lines: Line[]; events: LiveEvent[]; accounts: Map<number, LockedAccount> })[] =
    [];

  constructor(
    readonly locked: ReadonlyMap<number, LockedAccount>,
    private readonly random: RandomSource,
    private readonly now: Date,
  ) {
    this.accounts = new Map(locked);
  }

  /** Whether `add` would take a movement now; changes nothing. @throws ApiException as `add`. */
  check(movement: SeriesMovement): void {
    this.settled(movement);
  }

  /** Takes one more movement, after those before it. @throws ApiException as `LedgerService.append`; then nothing changed. */
  add(movement: SeriesMovement): Omit<Posting, 'transferId'> {
    const { accounts, lines } = this.settled(movement);
    const reference = this.random.reference('TR');
    const events = [...accounts.values()].flatMap((account) => liveEvents(account, reference));
    for (const [id, account] of accounts) this.accounts.set(id, account);
    this.taken.push({ movement, reference, lines, events, accounts });
    return { reference, accounts };
  }

  /** The accounts of a movement as it leaves them, and its entries. */
  private settled(movement: SeriesMovement): { accounts: Map<number, LockedAccount>; lines: Line[] } {
    const accounts = new Map<number, LockedAccount>();
    for (const { accountId } of movement.legs) {
      const account = this.accounts.get(accountId);
      if (account) accounts.set(accountId, account);
    }
    return { accounts, lines: settle(accounts, movement, this.now) };
  }
}

/** Writes many movements in one statement per table, without reading back what it wrote. */
@Injectable()
export class MovementSeriesService {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /** @param locked the accounts, as locked by this transaction with a query of `LedgerService` */
  begin(locked: ReadonlyMap<number, LockedAccount>): MovementSeries {
    return new MovementSeries(locked, this.random, this.clock.now());
  }

  /** Appends what a series has taken, deferred to the commit, whose error `refusalOf` must map. */
  defer(tx: Transaction, { taken, accounts, locked }: MovementSeries): void {
    if (taken.length === 0) return;
    const now = this.clock.now();
    tx.defer(
      newTransfers(taken, now),
      newEntriesOf(
        taken.map(({ lines }) => lines),
        now,
      ),
      newBalances(changedOf(accounts, locked)),
    );
    this.events.emitAll(
      tx,
      taken.flatMap(({ events }) => events),
    );
    this.audit.recordAll(tx, ...taken.map((made) => logLine(made, made.accounts)));
  }
}
