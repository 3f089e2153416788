import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  ApplicationStatus,
  PartnerApplication,
  PartnerMode,
} from '@bank/contracts/partner-applications';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { ApplicationDecisions, type Decision } from '../../people/kyc/application-decisions';
import { WebhookEvents } from '../webhooks/webhook-events.service';
import * as sql from './applications.sql';

/** An application whose account was opened. */
export interface OpenedApplication {
  id: string;
  partnerId: number;
  userId: number;
  reference: string | null;
  startedAt: Date;
}

/** The state of applications from partners' pages; each change is an event for the partner's server, in its transaction. */
@Injectable()
export class ApplicationsService extends ApplicationDecisions {
  constructor(
    private readonly events: WebhookEvents,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Notes that the person has opened the account. */
  async completed(tx: Transaction, opened: OpenedApplication): Promise<void> {
    const { id, partnerId, userId, reference, startedAt } = opened;
    await tx.write(sql.insert, [[id, partnerId, userId, reference, startedAt, this.clock.now()]]);
    await this.announce(tx, await tx.one(sql.lockedRow, sql.ofUser, [userId]));
  }

  /** The last word on an application is an approval: a later check of the same customer concerns no partner. */
  override async decided(tx: Transaction, userId: number, status: Decision): Promise<void> {
    const found = await tx.row(sql.lockedRow, sql.ofUser, [userId]);
    if (!found || found.status === 'approved' || found.status === status) return;
    const decidedAt = this.clock.now();
    await tx.write(sql.decide, [status, decidedAt, found.applicationId]);
    await this.announce(tx, { ...found, status, decidedAt: decidedAt.toISOString() });
  }

  /** Stores an application of the test mode with the state that it plays, with an event for each state on the way; returns its id. */
  async played(
    tx: Transaction,
    partnerId: number,
    reference: string | null,
    status: ApplicationStatus,
  ): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await tx.write(sql.insertTest, [[id, partnerId, reference, status, now]]);
    const at = now.toISOString();
    const begun = {
      applicationId: id,
      reference,
      startedAt: at,
      completedAt: at,
      decidedAt: null,
      partnerId,
    };
    if (status !== 'pending') await this.announce(tx, { ...begun, status: 'completed' }, 'test');
    if (status === 'approved' || status === 'rejected')
      await this.announce(tx, { ...begun, status, decidedAt: at }, 'test');
    return id;
  }

  private async announce(
    tx: Transaction,
    { partnerId, ...data }: PartnerApplication & Pick<z.infer<typeof sql.lockedRow>, 'partnerId'>,
    mode: PartnerMode = 'live',
  ): Promise<void> {
    if (data.status === 'pending') return;
    await this.events.add(tx, { partnerId, mode, type: `application.${data.status}`, data });
  }
}
