import { ApiException } from '../../platform/errors/api-exception';

/**
 * The token of an `Authorization: Bearer` header (RFC 6750, 2.1).
 * @throws ApiException UNAUTHENTICATED when there is none.
 */
export function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +([\w.~+/-]{1,512}=*)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new ApiException('UNAUTHENTICATED');
  return token;
}
