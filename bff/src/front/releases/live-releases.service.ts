import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote, Site } from '@bank/contracts/remotes';
import { isHost, type PublishedHost } from './built-host';
import type { ReleaseBuild } from './releases.service';
import { jsonOf, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const liveRow = rowOf({
  statement: jsonOf(z.custom<LiveRelease['remote'] | PublishedHost>()),
  build: jsonOf(z.custom<ReleaseBuild>()),
});

/** A live release of a remote, with the unsigned parts of its build that checks need. */
export interface LiveRelease extends Pick<ReleaseBuild, 'provides' | 'uses' | 'shared' | 'frames'> {
  remote: Omit<PublishedRemote, 'signature'>;
}

@Injectable()
export class LiveReleases {
  constructor(private readonly database: Database) {}

  /** Of the remotes. */
  async all(): Promise<LiveRelease[]> {
    return (await this.read()).remotes;
  }

  /** Of the shells, and of the remotes. */
  async read(): Promise<{ hosts: Map<Site, PublishedHost>; remotes: LiveRelease[] }> {
    const rows = await this.database.rows(
      liveRow,
      "SELECT statement, build FROM releases WHERE status = 'live' ORDER BY remote",
    );
    const hosts = new Map<Site, PublishedHost>();
    const remotes: LiveRelease[] = [];
    for (const { statement, build } of rows) {
      if (isHost(statement)) hosts.set(statement.name, statement);
      else remotes.push({ remote: statement, ...build });
    }
    return { hosts, remotes };
  }
}
