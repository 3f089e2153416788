import { SetMetadata } from '@nestjs/common';
import type { Permission as PermissionName } from '@bank/contracts/permissions';

/** What a route declares about who may enter it; a route that declares nothing is closed. */
export type Access = { public: true } | { permission: PermissionName } | { team: true };

export const accessKey = 'access';
export const passiveKey = 'passive';

/** Anybody may call the route, signed in or not. */
export const Public = () => SetMetadata(accessKey, { public: true } satisfies Access);

/** Signed-in people whose role holds the permission may call the route. */
export const Permission = (permission: PermissionName) =>
  SetMetadata(accessKey, { permission } satisfies Access);

/** The route is called by a page on its own: a call does not count as the person's activity. */
export const Passive = () => SetMetadata(passiveKey, true);
