import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../platform/database/database';
import { FrameVisitors, type FrameTicket } from '../../platform/security/frame-visitors';
import { EmbedAdmission } from './embed-admission.service';
import { FrameTokens } from './frame-tokens.service';

/** Visitors who talk to a person in the frame of the assistant. */
@Injectable()
export class FrameVisitorsService extends FrameVisitors {
  constructor(
    private readonly admission: EmbedAdmission,
    private readonly tokens: FrameTokens,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, ticket: FrameTicket) {
    const { partner, load } = await this.admission.admit(request, 'talk', { ...ticket, widget: 'chat' });
    return { partner, spend: (tx: Transaction) => this.tokens.spend(tx, load, 'talk') };
  }

  override partnerOf(request: FastifyRequest, key: string) {
    return this.admission.partnerOfCall(request, key);
  }
}
