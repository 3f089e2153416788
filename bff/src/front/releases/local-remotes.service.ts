import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { localRemote, type LocalRemote } from '@bank/contracts/local-remotes';
import { isSite, type PublishedRemote } from '@bank/contracts/remotes';
import { localRemotePrefix } from '@bank/contracts/routes';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { unixSeconds } from '../../platform/time/durations';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Config } from '../../platform/config/config';
import { sealed, unsealed } from './sealed';
import { Database } from '../../platform/database/database';

/** How long a browser uses a remote from its own machine, in seconds. */
export const localSeconds = 60 * 60;

/** `until` is in Unix seconds. */
const sealedRemotes = z.array(localRemote.extend({ until: z.int() }));

const purpose = 'local remotes';

/** No release has it: reports about a developer's build are not counted. */
const localVersion = '0.0.0-0000000000';

/** Lets one browser load a remote from its own machine in a deployed shell, by a sealed cookie that expires. */
@Injectable()
export class LocalRemotes {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** The remotes that a proof allows now; none for a missing or forged one. */
  allowedBy(proof: string | undefined): LocalRemote[] {
    return this.read(proof).map(({ remote, address }) => ({ remote, address }));
  }

  /** A proof of what another one still allows, and of one more remote for an hour. */
  issue(local: LocalRemote, before?: string): string {
    const others = this.read(before).filter(({ remote }) => remote !== local.remote);
    const all = [...others, { ...local, until: unixSeconds(this.clock.now()) + localSeconds }];
    return sealed(this.config.signingKey, purpose, all);
  }

  /** As `issue` for an administrator, logged. @throws ApiException NOT_FOUND for a remote of which nothing was uploaded. */
  async allow(local: LocalRemote, before: string | undefined, context: RequestContext): Promise<string> {
    const { remote } = local;
    const select = 'SELECT 1 FROM releases WHERE remote = ? AND removed_at IS NULL';
    if (isSite(remote) || !(await this.database.exists(select, [remote])))
      throw new ApiException('NOT_FOUND');
    await this.audit.record(this.database, {
      action: 'local_remote.allowed',
      type: 'warning',
      values: { remote: local.remote, address: local.address },
      ...authorOf(context),
    });
    return this.issue(local, before);
  }

  private read(proof: string | undefined): z.infer<typeof sealedRemotes> {
    const remotes = sealedRemotes.parse(unsealed(this.config.signingKeys, purpose, proof) ?? []);
    return remotes.filter(({ until }) => until > unixSeconds(this.clock.now()));
  }
}

/**
 * A published remote with the unsigned entry of a dev server in its place. Routes and slots stay those of the published
 * one, since this server cannot reach the developer's machine.
 */
export function replacedByLocal({ address }: LocalRemote, published: PublishedRemote): PublishedRemote {
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

/** The first local remote that an address requests. */
export function requestedLocalRemote(search: string): LocalRemote | undefined {
  const requested = [...new URLSearchParams(search)].filter(([name]) => name.startsWith(localRemotePrefix));
  return requested.flatMap(([name, address]) => {
    const { data } = localRemote.safeParse({ remote: name.slice(localRemotePrefix.length), address });
    return data ? [data] : [];
  })[0];
}

export const isAllowed = (requested: LocalRemote, allowed: LocalRemote[]): boolean =>
  allowed.some(({ remote, address }) => remote === requested.remote && address === requested.address);
