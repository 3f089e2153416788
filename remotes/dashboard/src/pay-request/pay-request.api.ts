import type { WaitingPaymentRequest } from '@bank/contracts/payment-requests';
import { api } from '@bank/client/api';
import { useApiQuery, useRefreshingMutation } from '@bank/client/api-query';

const key = ['payment-request'];

/** What this browser brought from a partner's page. */
export const usePayRequest = () => useApiQuery<WaitingPaymentRequest>(key, '/payment-request');

/** Removes it from this browser. */
export const forgetPayRequest = () => api.delete('/payment-request');

export const useForgetPayRequest = () => useRefreshingMutation(key, forgetPayRequest);
