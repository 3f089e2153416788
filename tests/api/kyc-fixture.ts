import type { Bank } from '../support/bank';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile, pngFile } from '../support/identity-files';

export interface Kyc {
  status: string;
  submitted_at: string | null;
  reviewed_at: string | null;
  verificationDate: string | null;
  expiryDate: string | null;
  reason: string | null;
  documents: { id: number; kind: string; name: string; size: number; status: string }[];
  why?: { state: string; reason: string } | null;
}

export const pdf = pdfFile();
export const png = pngFile();

export type File = [name: string, content: Buffer];

/** A submission of files, of a person whose other details are good unless a test changes them. */
export function form(files: File[], kinds: string[] = [], texts: Record<string, string> = {}) {
  const body = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries({ ...fields, ...texts })) body.append(name, value);
  for (const kind of kinds) body.append('kinds', kind);
  for (const [name, content] of files) body.append('documents', new Blob([new Uint8Array(content)]), name);
  return body;
}

/** The identity files of customers, and what an administrator with the token does with them. */
export function identityCalls({ shellUrl }: Pick<Bank, 'shellUrl'>, tokenOf: () => string) {
  const submit = ({ token }: SignedIn, body: unknown, headers: Record<string, string> = {}) =>
    call<Kyc & { code?: string; fields?: object }>('POST', `${shellUrl}/api/kyc`, { token, body, headers });
  const read = async ({ token }: SignedIn) => (await call<Kyc>('GET', `${shellUrl}/api/kyc`, { token })).body;
  const queue = async (query = '') =>
    (
      await call<{ submissions: (Kyc & { id: number; user_id: number })[] }>(
        'GET',
        `${shellUrl}/api/admin/kyc${query}`,
        { token: tokenOf() },
      )
    ).body.submissions;
  const review = (id: number | undefined, body: unknown, token = tokenOf()) =>
    call<Kyc & { code?: string }>('POST', `${shellUrl}/api/admin/kyc/${id}/review`, { token, body });
  /** The id of a person's file that waits. */
  const pendingOf = async ({ id }: SignedIn) =>
    (await queue('?limit=100')).find(({ user_id }) => user_id === id)?.id;
  return { submit, read, queue, review, pendingOf };
}
