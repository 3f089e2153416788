import type { LogList } from '@bank/contracts/admin';
import { type CustomerFile, filedEach } from '@bank/contracts/finder';
import { useApiQuery } from '@bank/client/api-query';
import { useLanguage } from '@bank/i18n/language';

const keyOf = (id: number) => ['admin-users', 'user-file', id];

export const useCustomerFile = (id: number) =>
  useApiQuery<CustomerFile>(keyOf(id), `/admin/users/${id}/file`);

/** The newest lines of the activity log about a person, for those who may read it. */
export const useNewestLogs = (id: number, enabled: boolean) =>
  useApiQuery<LogList>([...keyOf(id), 'logs', useLanguage()], '/admin/logs', {
    query: { user_id: id, limit: filedEach },
    enabled,
  });
