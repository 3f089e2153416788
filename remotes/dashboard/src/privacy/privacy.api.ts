import type { Closing, ClosingOutlook, ClosingRequest } from '@bank/contracts/closings';
import type { DataExport, DataExportList } from '@bank/contracts/data-exports';
import { api } from '@bank/client/api';
import { useApiQuery, useRefresh } from '@bank/client/api-query';
import { download } from '@bank/client/download';

const exportsKey = ['dashboard', 'settings', 'data-exports'];
const closingKey = ['dashboard', 'settings', 'closing'];

export const useDataExports = () => useApiQuery<DataExportList>(exportsKey, '/settings/data-exports');
export const useDataExportsRefresh = () => useRefresh(exportsKey);

/** Asks for an export, which needs an approval. @throws ApiError. */
export const askForExport = (idempotencyKey: string) =>
  api.post<DataExport>('/settings/data-exports', undefined, { idempotencyKey });

/** Saves the ZIP file of an export. @throws ApiError. */
export const downloadExport = (id: number) => download(`/settings/data-exports/${id}/file`);

export const useClosing = () => useApiQuery<ClosingOutlook>(closingKey, '/settings/closing');
export const useClosingRefresh = () => useRefresh(closingKey);

/** Closes the relation, which needs an approval. @throws ApiError. */
export const closeRelation = (request: ClosingRequest, idempotencyKey: string) =>
  api.post<Closing>('/settings/closing', request, { idempotencyKey });
