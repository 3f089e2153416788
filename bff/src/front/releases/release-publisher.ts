import type { Site } from '@bank/contracts/remotes';
import type { AuditAuthor } from '../../platform/http/actor';

/** The publisher of the installation's own remotes and shells. */
export const installation = 'installation';

/** A team by its token. */
export interface ReleaseTeam {
  team: string;
  /** The sites that it ships to; null for all. */
  hosts: Site[] | null;
  requestId: string;
}

/** A team, or the installation. */
export type ReleasePublisher = typeof installation | ReleaseTeam;

/** Who changed a release: an administrator, a team, or (null) the bank itself. */
export type ReleaseAuthor = AuditAuthor | ReleaseTeam | null;
