import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote } from '@bank/contracts/remotes';
import type { ReleaseBuild } from './releases.service';
import { jsonOf, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const liveRow = rowOf({
  statement: jsonOf(z.custom<LiveRelease['remote']>()),
  build: jsonOf(z.custom<ReleaseBuild>()),
});

/** A live release, with the unsigned parts of its build that checks need. */
export interface LiveRelease extends Pick<ReleaseBuild, 'provides' | 'uses'> {
  remote: Omit<PublishedRemote, 'signature'>;
}

@Injectable()
export class LiveReleases {
  constructor(private readonly database: Database) {}

  async all(): Promise<LiveRelease[]> {
    const rows = await this.database.rows(
      liveRow,
      "SELECT statement, build FROM releases WHERE status = 'live' ORDER BY remote",
    );
    return rows.map(({ statement, build: { provides, uses } }) => ({ remote: statement, provides, uses }));
  }
}
