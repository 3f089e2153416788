import type { AuditAuthor } from '../../platform/http/actor';

/** The publisher of the installation's own remotes and shells. */
export const installation = 'installation';

/** A team by its token, or the installation. */
export type ReleasePublisher = typeof installation | { team: string; requestId: string };

/** Who changed a release: an administrator, a team by its token, or (null) the bank itself. */
export type ReleaseAuthor = AuditAuthor | { team: string; requestId: string | null } | null;
