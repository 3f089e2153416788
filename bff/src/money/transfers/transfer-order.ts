import type { TransferRequest } from '@bank/contracts/transfers';
import type { IdempotencyKey } from '../../platform/http/idempotency-key';
import type { Pair } from './parties';

/** One transfer that a customer asks for. */
export interface TransferOrder {
  request: TransferRequest;
  userIds: Pair;
  /** 0 for a user without an account. */
  accountIds: Pair;
  /** The name of the sender's device. */
  device: string;
  idempotency: IdempotencyKey;
  requestId: string;
}
