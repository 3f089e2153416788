import { addFundsRequest } from '@bank/contracts/accounts';
import { typedAmount } from '@bank/contracts/typed-amount';

/** The contract's request, with the amount as typed ("1 234,50"). */
export const typedRequest = addFundsRequest.extend({ amount: typedAmount(addFundsRequest.shape.amount) });
