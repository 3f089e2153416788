import { SetMetadata } from '@nestjs/common';
import type { Permission as PermissionName } from '@bank/contracts/permissions';

/** What a route declares about who may enter it; a route that declares nothing is closed. */
export type Access = { public: true; recognises?: boolean } | { permission: PermissionName } | { team: true };

export const accessKey = 'access';
export const passiveKey = 'passive';
export const temporaryPasswordKey = 'temporaryPassword';

/** Anybody may call the route, signed in or not. */
export const Public = () => SetMetadata(accessKey, { public: true } satisfies Access);

/**
 * Anybody may call the route; who is signed in is known to it. A bearer that has expired is refused, so that the page
 * renews it and calls again as the same person.
 */
export const PublicRecognising = () =>
  SetMetadata(accessKey, { public: true, recognises: true } satisfies Access);

/** Signed-in people whose role holds the permission may call the route. */
export const Permission = (permission: PermissionName) =>
  SetMetadata(accessKey, { permission } satisfies Access);

/** The route is called by a page on its own: a call does not count as the person's activity. */
export const Passive = () => SetMetadata(passiveKey, true);

/** Open also to a session whose password is temporary; every other route refuses it until the password is changed. */
export const AllowsTemporaryPassword = () => SetMetadata(temporaryPasswordKey, true);
