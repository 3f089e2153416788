import type { Rates } from '@bank/contracts/rates';
import { api } from '@bank/client/api';

/** The newest rates, at the frames' origin. */
export const readRates = () => api.get<Rates>('/embed/rates');
