import { Injectable } from '@nestjs/common';
import { maskedNumber } from './card-number';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import type { Job, JobOutcome } from '../../platform/jobs/job';
import { processQueue } from '../../platform/tasks/process-queue';
import { NotificationsService } from '../../people/notifications/notifications.service';

const claim = `
  SELECT id, last_four AS lastFour, status,
    (SELECT user_id FROM accounts WHERE accounts.id = cards.account_id) AS userId
  FROM cards WHERE delivery = 'ordered' AND delivery_at <= ? AND id NOT IN (?)
  ORDER BY delivery_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const orderedCard = rowOf({ id: whole, lastFour: text, status: text, userId: whole });
const ship = `UPDATE cards SET delivery = 'shipped', delivery_at = NULL WHERE id = ?`;

/** Sends the cards that were ordered, once they are made. */
@Injectable()
export class ShipCardsJob implements Job {
  readonly name = 'ship-cards';

  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const shipped = await processQueue(
      this.database,
      {
        claim: (tx, except) => tx.row(orderedCard, claim, [now, except]),
        work: async (tx, { id, lastFour, status, userId }) => {
          await tx.write(ship, [id]);
          const values = { card: maskedNumber(lastFour) };
          if (status !== 'inactive')
            this.notifications.notify(tx, userId, { type: 'info', key: 'card_shipped', values });
          this.events.emit(tx, userId, 'card', { id, status });
        },
      },
      stopping,
    );
    return { done: shipped.length, text: 'job.cards_shipped', values: { count: shipped.length } };
  }
}
