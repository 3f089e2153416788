import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote, Site } from '@bank/contracts/remotes';
import { isHost, type PublishedHost } from './built-host';
import type { ReleaseBuild } from './releases.service';
import { flag, jsonOf, rowOf } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';

const shownRow = rowOf({
  is_live: flag,
  statement: jsonOf(z.custom<LiveRelease['remote'] | PublishedHost>()),
  build: jsonOf(z.custom<ReleaseBuild>()),
});

/** A release of a remote that is live or on trial, with the unsigned parts of its build that checks need. */
export interface LiveRelease extends Pick<ReleaseBuild, 'provides' | 'uses' | 'shared' | 'frames'> {
  remote: Omit<PublishedRemote, 'signature'>;
}

interface Live {
  hosts: Map<Site, PublishedHost>;
  remotes: LiveRelease[];
  canaries: LiveRelease[];
}

const selectShown = `
  SELECT status = 'live' AS is_live, statement, build FROM releases
  WHERE status IN ('live', 'canary') ORDER BY remote, is_live DESC`;

@Injectable()
export class LiveReleases {
  constructor(private readonly database: Database) {}

  /** Of the shells, and of the remotes, whose trials are beside. */
  async read(connection: Connection = this.database): Promise<Live> {
    const rows = await connection.rows(shownRow, selectShown);
    const live: Live = { hosts: new Map(), remotes: [], canaries: [] };
    for (const { is_live: isLive, statement, build } of rows) {
      if (!isHost(statement)) (isLive ? live.remotes : live.canaries).push({ remote: statement, ...build });
      else if (isLive) live.hosts.set(statement.name, statement);
    }
    return live;
  }
}
