import { Injectable } from '@nestjs/common';
import { type UploadedFile, uploadBytesPerDay } from '@bank/contracts/releases';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { AddressLimits, type ByteCounter } from '../../platform/security/address-limits.service';
import { integrityOf } from '../../platform/security/integrity';
import type { TeamCall } from './deploy.guard';
import { isReleaseFile, ReleaseFiles } from './release-files.service';
import { ReleaseUploads } from './release-uploads.service';
import { ReleasesService } from './releases.service';
import { SourceMaps } from './source-maps.service';
import { TokenRefusals } from './token-refusals.service';

/** Stores what teams send, as much as a day allows (`uploadBytesPerDay`). */
@Injectable()
export class TeamFiles {
  constructor(
    private readonly database: Database,
    private readonly limits: AddressLimits,
    private readonly releases: ReleasesService,
    private readonly uploads: ReleaseUploads,
    private readonly files: ReleaseFiles,
    private readonly maps: SourceMaps,
    private readonly refusals: TokenRefusals,
  ) {}

  /**
   * Stores one file of a version. A stored file may be sent again, and never changes; a release gets no more of them.
   * @throws ApiException RELEASE_REFUSED for a name that remotes may not have, or that the release does not, or for other content,
   * also of a simultaneous call; UPLOAD_LIMIT_REACHED.
   */
  async keep(
    remote: string,
    version: string,
    { name, content }: UploadedFile,
    team: TeamCall,
  ): Promise<void> {
    if (!isReleaseFile(name)) throw new ApiException('RELEASE_REFUSED');
    const sent = Buffer.from(content, 'base64');
    const { files } = (await this.releases.buildOf(remote, version)) ?? {};
    // Also what is stored: a sweep may be about to remove it, and is waited for.
    if (!files)
      await this.uploads.note({ remote, version, name, hash: integrityOf(sent) }, team.team, team.requestId);
    const stored = await this.files.readShared(remote, version, name);
    if (stored && !stored.equals(sent)) throw new ApiException('RELEASE_REFUSED');
    if (stored) return;
    if (files && !files.includes(name)) throw new ApiException('RELEASE_REFUSED');
    await this.admit(remote, team, sent.length);
    await this.files.keep(remote, version, name, sent);
  }

  /** Stores the source map of a script (`SourceMaps.keep`). @throws ApiException RELEASE_REFUSED, UPLOAD_LIMIT_REACHED. */
  keepMap(remote: string, version: string, { name, content }: UploadedFile, team: TeamCall): Promise<void> {
    const map = { remote, version, script: name };
    return this.maps.keep(map, Buffer.from(content, 'base64'), (bytes) => this.admit(remote, team, bytes));
  }

  /** The token first: one that may send no more leaves the remote's share to other teams. What is refused takes of neither. */
  private async admit(
    remote: string,
    { token, team, address, requestId }: TeamCall,
    size: number,
  ): Promise<void> {
    const bytes = Math.max(size, uploadBytesPerDay.leastOfFile);
    const ofToken: ByteCounter = ['token_bytes', `token ${token ?? 'operator'}`];
    const ofRemote: ByteCounter = ['remote_bytes', `remote ${remote}`];
    const taken: ByteCounter[] = [];
    try {
      for (const counter of [ofToken, ofRemote]) {
        await this.limits.takeBytes(this.database, counter, bytes);
        taken.push(counter);
      }
    } catch (error) {
      for (const counter of taken) await this.limits.giveBytesBack(this.database, counter, bytes);
      if (error instanceof ApiException)
        await this.refusals.record({ reason: 'quota', team, remote, address, requestId });
      throw error;
    }
  }
}
