import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SharedFiles } from '../common/shared-files';
import { Config } from '../config';

/** What a remote may bring: what browsers run, apply or show, and the prepared copies of it. */
export const isReleaseFile = (name: string): boolean =>
  /^[\w-][\w.-]{0,90}\.(js|css|svg|png|woff2)(\.br|\.gz)?$/.test(name);

/** Whether a browser runs or applies a file, so that shells must know its hash. */
export const isHashed = (name: string): boolean => /\.(js|css)$/.test(name);

/** The hash of a file as shells ask for it (W3C SRI). */
export const integrityOf = (content: Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * The files of releases, each version at a place of its own that never changes (`SharedFiles`). In development they may
 * come from the server of a bank elsewhere (`DEV_REGISTRY`).
 */
@Injectable()
export class ReleaseFiles {
  constructor(
    private readonly config: Config,
    private readonly files: SharedFiles,
  ) {}

  /** Where the files of a version are on this server. */
  folderOf(remote: string, version: string): string {
    return this.files.pathOf(folderOf(remote, version));
  }

  /** Keeps one file. @throws Failure UNAVAILABLE when the bucket is away. */
  keep(remote: string, version: string, name: string, content: Buffer): Promise<void> {
    return this.files.keep(folderOf(remote, version), name, content);
  }

  /** One file, from wherever it is kept; undefined when there is none. @throws Failure UNAVAILABLE. */
  async read(remote: string, version: string, name: string): Promise<Buffer | undefined> {
    if (!(await this.isHere(remote, version, name))) return undefined;
    return this.files.read(folderOf(remote, version), name);
  }

  /** Sees to it that a file which is kept is also on this server's disk, with its prepared copies. @throws Failure UNAVAILABLE. */
  isHere(remote: string, version: string, name: string): Promise<boolean> {
    const { devRegistry } = this.config;
    const elsewhere =
      devRegistry && ((file: string) => fetch(`${devRegistry}/remotes/${remote}/${version}/${file}`));
    return this.files.isHere(folderOf(remote, version), name, elsewhere || undefined);
  }

  /** Removes the files of a version by their names. @throws Failure UNAVAILABLE. */
  remove(remote: string, version: string, names: string[]): Promise<void> {
    return this.files.remove(folderOf(remote, version), names);
  }
}

const folderOf = (remote: string, version: string) => `releases/${remote}/${version}`;
