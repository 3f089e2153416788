import type { AdminStats } from '@bank/contracts/admin';
import { useApiQuery } from '@bank/client/api-query';

export const useFigures = () => useApiQuery<AdminStats>(['admin-payments', 'stats'], '/admin/stats');
