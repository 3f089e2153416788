import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { localRemote, type LocalRemote } from '@bank/contracts/local-remotes';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { localRemotePrefix } from '@bank/contracts/routes';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Config } from '../config';
import { LiveReleases } from './live-releases';
import { sealed, unsealed } from './sealed';

/** How long a browser keeps a remote of its own machine, in seconds. */
export const localSeconds = 60 * 60;

/** With the second at which each ends. */
const sealedRemotes = z.array(localRemote.extend({ until: z.int() }));

const purpose = 'local remotes';

/** Of no release: what hosts report of a developer's own build counts for none. */
const localVersion = '0.0.0-0000000000';

/**
 * Lets one browser take a remote from the machine that it runs on, in a deployed shell: by a cookie whose proof nobody
 * else can write, and which carries its end.
 */
@Injectable()
export class LocalRemotes {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly live: LiveReleases,
  ) {}

  /** What a proof is worth now; nothing for one that is missing, or not ours. */
  of(proof: string | undefined): LocalRemote[] {
    return this.read(proof).map(({ remote, address }) => ({ remote, address }));
  }

  /** A proof of what another one is worth, and of one more remote for an hour. */
  issue(local: LocalRemote, before?: string): string {
    const kept = this.read(before).filter(({ remote }) => remote !== local.remote);
    const all = [...kept, { ...local, until: this.seconds() + localSeconds }];
    return sealed(this.config.signingKey, purpose, all);
  }

  /** The same for an administrator, with a line of the log. @throws Failure NOT_FOUND for a remote that nobody published. */
  async allow(local: LocalRemote, before: string | undefined, author: Author): Promise<string> {
    const known = await this.live.all();
    if (!known.some(({ remote }) => remote.name === local.remote)) throw new Failure('NOT_FOUND');
    await this.audit.record(this.dataSource, {
      action: 'local_remote.allowed',
      type: 'warning',
      message: `Module ${local.remote} pris à l’adresse ${local.address} dans un seul navigateur, pour une heure.`,
      ...author,
    });
    return this.issue(local, before);
  }

  private read(proof: string | undefined): z.infer<typeof sealedRemotes> {
    const found = sealedRemotes.parse(unsealed(this.config.signingKey, purpose, proof) ?? []);
    return found.filter(({ until }) => until > this.seconds());
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

/**
 * What a browser is given in the place of a published remote: the entry that a dev server builds, unsigned, at the routes
 * and slots of the published one, since this server cannot ask the developer's machine for others.
 */
export function takenFrom({ address }: LocalRemote, published: PublishedRemote): PublishedRemote {
  return {
    ...published,
    version: localVersion,
    container: `bank_${published.name.replaceAll('-', '_')}`,
    entry: `${address}/remoteEntry.js`,
    files: {},
    preload: { scripts: [], styles: [] },
    signature: '',
  };
}

/** The remote that an address asks to have from its reader's machine; one at a time. */
export function askedOf(search: string): LocalRemote | undefined {
  const wishes = [...new URLSearchParams(search)].filter(([name]) => name.startsWith(localRemotePrefix));
  return wishes.flatMap(([name, address]) => {
    const { data } = localRemote.safeParse({ remote: name.slice(localRemotePrefix.length), address });
    return data ? [data] : [];
  })[0];
}

/** Whether a browser has it already. */
export const isTaken = (asked: LocalRemote, taken: LocalRemote[]): boolean =>
  taken.some(({ remote, address }) => remote === asked.remote && address === asked.address);
