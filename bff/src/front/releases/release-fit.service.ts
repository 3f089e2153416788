import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { ApiException } from '../../platform/errors/api-exception';
import { jsonOf, rowOf } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { isHost, type PublishedHost } from './built-host';
import { LiveReleases } from './live-releases.service';
import { takenOf } from './ownership';
import { sitesOf } from './release-sites';
import type { ReleaseBuild } from './releases.service';
import { isFit } from './surface-check';

const releaseRow = rowOf({
  statement: jsonOf(z.custom<PublishedRemote | PublishedHost>()),
  build: jsonOf(z.custom<ReleaseBuild>()),
});

/**
 * Holds a release that is about to be shown against everything that is live or on trial: since its checks something else may have
 * been shipped. One that returns by a rollback is not held against it: the choice for each page keeps it apart (`RegistryService`).
 */
@Injectable()
export class ReleaseFit {
  constructor(private readonly live: LiveReleases) {}

  /** @param tx that holds the lock of all changes (`lockSequence`) and shows the release. @throws ApiException RELEASE_MISFIT. */
  async require(tx: Transaction, id: number): Promise<void> {
    const select = 'SELECT statement, build FROM releases WHERE id = ?';
    const { statement, build } = await tx.one(releaseRow, select, [id]);
    const { hosts, remotes, canaries } = await this.live.read(tx);
    const fits = isHost(statement)
      ? remotes
          .filter(({ remote }) => sitesOf(remote).includes(statement.name))
          .every(({ remote, shared }) => isFit(statement, { surface: remote.surface, shared }))
      : sitesOf(statement).every((site) => {
          const host = hosts.get(site);
          return !host || isFit(host, { surface: statement.surface, shared: build.shared });
        }) &&
        takenOf(
          { routes: statement.routes, frames: build.frames },
          [...remotes, ...canaries].filter(({ remote }) => remote.name !== statement.name),
        ).length === 0;
    if (!fits) throw new ApiException('RELEASE_MISFIT');
  }
}
