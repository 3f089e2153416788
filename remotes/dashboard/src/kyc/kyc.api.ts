import type { Kyc, KycForm } from '@bank/contracts/kyc';
import type { Profile } from '@bank/contracts/settings';
import { api, type CallOptions } from '@bank/client/api';
import { useQuery } from '@bank/client/query';
import type { ChosenFile } from './chosen-files';

/** Whatever shows the verification asks under this key; a `kyc` event makes it stale. */
export const kycKey = ['kyc'];

/** The caller's verification: its state and the newest submission. */
export const useKyc = () =>
  useQuery({ queryKey: kycKey, queryFn: ({ signal }) => api.get<Kyc>('/kyc', { signal }) });

/** What the settings know of the person, to type less. */
export const useKnownProfile = () =>
  useQuery({
    queryKey: ['settings', 'profile'],
    queryFn: ({ signal }) => api.get<Profile>('/settings/profile', { signal }),
  });

export type PersonalValues = Omit<KycForm, 'kinds'>;

/** Sends the form and its files for review; the same key files them once. */
export function submitKyc(values: PersonalValues, files: readonly ChosenFile[], options: CallOptions) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const { kind } of files) form.append('kinds', kind);
  for (const { file } of files) form.append('documents', file, file.name);
  return api.post<Kyc>('/kyc', form, options);
}

/** One of the caller's documents. */
export const readDocument = (id: number) => api.file(`/kyc/documents/${id}`);
