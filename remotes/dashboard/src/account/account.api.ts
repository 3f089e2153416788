import type { Account, AccountList } from '@bank/contracts/accounts';
import type { StatementFormat, StatementMonths } from '@bank/contracts/statements';
import { useApiQuery } from '@bank/client/api-query';
import { download } from '@bank/client/download';
import { accountsKey } from './accounts-key';

/** The fetched accounts, euros first. */
export const useAccounts = (options: { enabled?: boolean } = {}) =>
  useApiQuery<AccountList>(accountsKey, '/accounts', options);

export const useStatementMonths = ({ id }: Account) =>
  useApiQuery<StatementMonths>([...accountsKey, id, 'statements'], `/accounts/${id}/statements`);

/** Saves the bank details as a PDF file. @throws ApiError. */
export const downloadRib = ({ id }: Account) => download(`/accounts/${id}/rib`);

/** Saves a month's statement. @throws ApiError. */
export const downloadStatement = ({ id }: Account, month: string, format: StatementFormat) =>
  download(`/accounts/${id}/statements/${month}`, { query: { format } });
