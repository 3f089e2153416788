import { addFundsRequest } from '@bank/contracts/accounts';
import { typedAmount } from '../typed-amount';

/** The contract's request with the amount still as typed. */
export const typedRequest = addFundsRequest.extend({ amount: typedAmount(addFundsRequest.shape.amount) });
