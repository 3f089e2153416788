import type { PaymentRequestOfPartner, WaitingPaymentRequest } from '@bank/contracts/payment-requests';
import { api } from '@bank/client/api';
import { useApiQuery, useRefreshingMutation } from '@bank/client/api-query';

const key = ['dashboard', 'payment-request'];

/** The request that this browser brought from a partner's page. */
export const usePayRequest = () => useApiQuery<WaitingPaymentRequest>(key, '/payment-request');

/** Removes a request from this browser, unless another tab has brought the next one meanwhile. */
export const forgetPayRequest = ({ expires_at }: PaymentRequestOfPartner): Promise<void> =>
  api.delete('/payment-request', { query: { expires_at } });

export const useForgetPayRequest = () => useRefreshingMutation(key, forgetPayRequest);
