/** Both pages are small and alike: they share a chunk, since each chunk costs the remote's entry about fifty bytes. */
export { CheckBalancePage } from '../check-balance/check-balance-page';
export { BalancePage } from './balance-page';
