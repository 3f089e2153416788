import type { Kyc, KycForm } from '@bank/contracts/kyc';
import { api, type CallOptions } from '@bank/client/api';
import { useLiveApiQuery } from '@bank/client/api-query';
import type { ChosenFile } from './chosen-files';

export const kycKey = ['dashboard', 'kyc'];

/** The caller's verification and its newest submission, refreshed by live events. */
export const useKyc = () => useLiveApiQuery<Kyc>(kycKey, '/kyc', 'kyc');

/** Whether the server accepts documents: not once the identity is verified. */
export const acceptsDocuments = ({ status }: Kyc) => status !== 'approved';

type PersonalValues = Omit<KycForm, 'kinds'>;

/** Sends the form and its files for review; idempotent by its key. */
export function submitKyc(values: PersonalValues, files: readonly ChosenFile[], options: CallOptions) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return api.post<Kyc>('/kyc', withFiles(form, files), options);
}

/** Sends files in place of the documents that have a fault; idempotent by its key. */
export const resendDocuments = (files: readonly ChosenFile[], options: CallOptions) =>
  api.post<Kyc>('/kyc/resend', withFiles(new FormData(), files), options);

function withFiles(form: FormData, files: readonly ChosenFile[]): FormData {
  for (const { kind } of files) form.append('kinds', kind);
  for (const { file } of files) form.append('documents', file, file.name);
  return form;
}

export const readDocument = (id: number) => api.file(`/kyc/documents/${id}`);
