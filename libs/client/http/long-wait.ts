import { ApiError } from '@bank/client/api';

const hour = 3_600;

/** Whether a call was one too many of a limit that lasts hours; the general message is for limits of minutes. */
export const isLongWait = (error: unknown): error is ApiError & { details: { retryAfterSeconds: number } } =>
  error instanceof ApiError &&
  error.code === 'TOO_MANY_REQUESTS' &&
  (error.details.retryAfterSeconds ?? 0) >= hour;
