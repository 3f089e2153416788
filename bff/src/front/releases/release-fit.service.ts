import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { ApiException } from '../../platform/errors/api-exception';
import { jsonOf, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { isHost, type PublishedHost } from './built-host';
import { type LiveRelease, LiveReleases } from './live-releases.service';
import { takenOf } from './ownership';
import { sitesOf } from './release-sites';
import type { ReleaseBuild } from './releases.service';
import { isFit } from './surface-check';

const releaseRow = rowOf({
  statement: jsonOf(z.custom<PublishedRemote | PublishedHost>()),
  build: jsonOf(z.custom<ReleaseBuild>()),
});

/**
 * Holds a release that is about to be shown against everything that is live: since its checks something else may have been
 * shipped. Two that are shown in the same moment are kept apart by the choice for each page (`RegistryService`).
 */
@Injectable()
export class ReleaseFit {
  constructor(
    private readonly database: Database,
    private readonly live: LiveReleases,
  ) {}

  /** Of a version or, without one, of the canary. @throws ApiException RELEASE_MISFIT. */
  async require(name: string, version?: string): Promise<void> {
    const which = version === undefined ? "status = 'canary'" : 'version = ?';
    const row = await this.database.row(
      releaseRow,
      `SELECT statement, build FROM releases WHERE remote = ? AND ${which}`,
      version === undefined ? [name] : [name, version],
    );
    if (!row) return;
    const { statement, build } = row;
    const { hosts, remotes } = await this.live.read();
    const fits = isHost(statement)
      ? remotes
          .filter(({ remote }) => sitesOf(remote).includes(statement.name))
          .every(({ remote, shared }) => isFit(statement, { surface: remote.surface, shared }))
      : sitesOf(statement).every((site) => {
          const host = hosts.get(site);
          return !host || isFit(host, { surface: statement.surface, shared: build.shared });
        }) &&
        takenOf({ routes: statement.routes, frames: build.frames }, othersOf(name, remotes)).length === 0;
    if (!fits) throw new ApiException('RELEASE_MISFIT');
  }
}

const othersOf = (name: string, remotes: LiveRelease[]) =>
  remotes.filter(({ remote }) => remote.name !== name);
