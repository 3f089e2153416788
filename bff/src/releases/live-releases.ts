import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PublishedRemote } from '@bank/contracts/remotes';
import type { ReleaseBuild } from './releases.service';

/** What everybody is given of a remote, and what its build says of it beyond what is signed. */
export interface LiveRelease extends Pick<ReleaseBuild, 'provides' | 'uses'> {
  remote: Omit<PublishedRemote, 'signature'>;
}

@Injectable()
export class LiveReleases {
  constructor(private readonly dataSource: DataSource) {}

  /** The live release of every remote. */
  async all(): Promise<LiveRelease[]> {
    const rows = (await this.dataSource.query(
      "SELECT statement, build FROM releases WHERE status = 'live' ORDER BY remote",
    )) as { statement: string; build: string }[];
    return rows.map(({ statement, build }) => {
      const { provides, uses } = JSON.parse(build) as ReleaseBuild;
      return { remote: JSON.parse(statement) as PublishedRemote, provides, uses };
    });
  }
}
