import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database';

/** The partner on whose page a frame of the bank is. */
export interface FramePartner {
  id: number;
  name: string;
  /** In the test mode nothing of a visitor is kept. */
  isTest: boolean;
}

/** The rights that a frame's document grants. */
export interface FrameTicket {
  partner: string;
  token: string;
}

/** What visitors of the bank's frames on partners' pages may do; the interface that `front/embed` implements. */
export abstract class FrameVisitors {
  /**
   * Admits that a visitor of a partner's page asks for a person; `spend` takes the document's token, which allows it once.
   * @throws ApiException FORBIDDEN unless it comes from the bank's frame, FRAME_TOKEN_INVALID, TOO_MANY_REQUESTS, PARTNER_UNKNOWN.
   */
  abstract admit(
    request: FastifyRequest,
    ticket: FrameTicket,
  ): Promise<{ partner: FramePartner; spend: (tx: Transaction) => Promise<void> }>;

  /** The partner of any other call of a frame. @throws ApiException FORBIDDEN, PARTNER_UNKNOWN. */
  abstract partnerOf(request: FastifyRequest, key: string): Promise<FramePartner>;
}
