import { api } from '@bank/client/api';

export const unsubscribe = (token: string) => api.post('/messages/unsubscribe', { token });
