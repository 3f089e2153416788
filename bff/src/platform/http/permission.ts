import { SetMetadata } from '@nestjs/common';
import type { Permission as PermissionName } from '@bank/contracts/permissions';

/** The access that a route declares; a route that declares none is closed. */
export type Access =
  | { public: true; recognises?: boolean }
  | { permission: PermissionName }
  /** Machines, by a token of their own: a team ships, a partner's server reads. */
  | { team: true }
  | { partner: true };

export const accessKey = 'access';
export const passiveKey = 'passive';
export const temporaryPasswordKey = 'temporaryPassword';
export const missingFactorKey = 'missingFactor';

/** The route is open to anonymous callers. */
export const Public = () => SetMetadata(accessKey, { public: true } satisfies Access);

/**
 * The route is open to anonymous callers and identifies signed-in ones. An expired bearer token is refused, so that the
 * page renews it and repeats the request as the same person.
 */
export const PublicRecognising = () =>
  SetMetadata(accessKey, { public: true, recognises: true } satisfies Access);

/** The route is open to signed-in users who hold the permission: to read by GET or HEAD, to change otherwise. */
export const Permission = (permission: PermissionName) =>
  SetMetadata(accessKey, { permission } satisfies Access);

/** Pages call the route without a user's action: it does not count as activity. */
export const Passive = () => SetMetadata(passiveKey, true);

/** The route is open to sessions whose password is temporary. */
export const AllowsTemporaryPassword = () => SetMetadata(temporaryPasswordKey, true);

/** The route is open to sessions of administrators who have yet to use a second factor. */
export const AllowsMissingFactor = () => SetMetadata(missingFactorKey, true);
