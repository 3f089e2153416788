import { ApiError } from '@bank/client/api';

/** Whether the server never answered, which the error catalogue words differently from a refusal. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'NETWORK';
