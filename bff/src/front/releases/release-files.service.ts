import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { discard } from '../../platform/files/bucket';
import { originalContent, originalName } from '../../platform/files/compressed-copy';
import { type Fetching, SharedFiles } from '../../platform/files/shared-files.service';
import { integrityOf } from '../../platform/security/integrity';
import { Config } from '../../platform/config/config';

/** Files that browsers get: scripts, styles, images and fonts, and their compressed copies. */
export const isServedFile = (name: string): boolean =>
  /^[\w-][\w.-]{0,90}\.(js|css|svg|png|woff2)(\.br|\.gz)?$/.test(name);

/** Files that a remote may have: served ones, and prerendered pages, which the server puts into its documents. */
export const isReleaseFile = (name: string): boolean =>
  isServedFile(name) || /^[\w-][\w.-]{0,90}\.html$/.test(name);

/** Scripts and styles, whose hashes shells check, and prerendered pages, whose hashes the server checks. */
export const isHashed = (name: string): boolean => /\.(js|css|html)$/.test(name);

/** The immutable files of each version (`SharedFiles`). In development they may come from another bank (`DEV_REGISTRY`). */
@Injectable()
export class ReleaseFiles {
  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  folderOf(remote: string, version: string): string {
    return this.files.pathOf(folderOf(remote, version));
  }

  /** Stores one file. @throws ApiException UNAVAILABLE when the bucket is away. */
  keep(remote: string, version: string, name: string, content: Buffer): Promise<void> {
    return this.files.keep(folderOf(remote, version), name, content);
  }

  /**
   * Stores files of a folder with a build, those that are not here yet.
   * @throws ApiException UNAVAILABLE when the bucket is away, or has other scripts, styles or pages under their names.
   */
  keepAll(remote: string, version: string, from: string, names: string[]): Promise<void> {
    return this.files.keepAll(folderOf(remote, version), from, names, { isRight: isOfBuild(from) });
  }

  /**
   * One file from the disk or the bucket; undefined when there is none.
   * @param hash that content from the bucket must have (W3C SRI)
   * @throws ApiException UNAVAILABLE.
   */
  read(remote: string, version: string, name: string, hash?: string): Promise<Buffer | undefined> {
    return this.files.read(folderOf(remote, version), name, this.fetching(remote, version, hash));
  }

  /** One file as all servers see it (`SharedFiles`). @throws ApiException UNAVAILABLE. */
  readShared(remote: string, version: string, name: string): Promise<Buffer | undefined> {
    return this.files.readShared(folderOf(remote, version), name, this.fetching(remote, version));
  }

  /**
   * Whether a file exists; if so, it is on this server's disk afterwards, with its compressed copies.
   * @param hash that content from the bucket must have (W3C SRI)
   * @throws ApiException UNAVAILABLE.
   */
  isHere(remote: string, version: string, name: string, hash?: string): Promise<boolean> {
    return this.files.isHere(folderOf(remote, version), name, this.fetching(remote, version, hash));
  }

  /** Removes the files of a version by their names. @throws ApiException UNAVAILABLE. */
  remove(remote: string, version: string, names: string[]): Promise<void> {
    return this.files.remove(folderOf(remote, version), names);
  }

  private fetching(remote: string, version: string, hash?: string): Fetching {
    const isRight = hash === undefined ? undefined : hasHash(hash);
    return { elsewhere: this.elsewhere(remote, version), isRight };
  }

  private elsewhere(remote: string, version: string): Fetching['elsewhere'] {
    const { devRegistry } = this.config;
    if (!devRegistry) return undefined;
    return async (file: string) => {
      const response = await fetch(`${devRegistry}/remotes/${remote}/${version}/${file}`);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : void (await discard(response));
    };
  }
}

const hasHash = (hash: string) => async (name: string, content: Buffer) => {
  const original = await originalContent(name, content);
  return original !== undefined && integrityOf(original) === hash;
};

/** Whether a file with a hash is that of a build. */
const isOfBuild = (from: string) => async (name: string, content: Buffer) => {
  const original = originalName(name);
  if (!isHashed(original)) return true;
  return hasHash(integrityOf(await readFile(path.join(from, original))))(name, content);
};

const folderOf = (remote: string, version: string) => `releases/${remote}/${version}`;
