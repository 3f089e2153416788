import { isDecidable, isRejectable } from '@bank/contracts/payments';
import { mayDo, useSession } from '@bank/client/session';

/** Whether the person's staff roles let them decide payments; others only read. The server refuses them anyway. */
export const useMayDecide = (): boolean => mayDo(useSession().user, 'change', 'payments:review');

/** Whether a payment is still open to a decision. */
export const isOpenTo = { approve: isDecidable, reject: isRejectable };
