import { Injectable } from '@nestjs/common';
import { Listeners } from '../../platform/database/listeners';

/** The end of a recall: the answer of the recipient's bank, that none came in time, or that the clearing house did not take it. */
export interface EndedRecall {
  paymentId: number;
  outcome: 'granted' | 'refused' | 'expired' | 'not_taken';
}

/** Notifies `disputes` of ended recalls, in the transaction that records them; not of one of money that was back before. */
@Injectable()
export class RecallWatch extends Listeners<EndedRecall> {}
