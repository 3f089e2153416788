/** The publisher of the installation's own remotes and shells. */
export const installation = 'installation';

/** A team by its token, or the installation. */
export type ReleasePublisher = typeof installation | { team: string; requestId: string };
