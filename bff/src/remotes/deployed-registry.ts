import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { hostConfigElement } from '@bank/contracts/routes';
import { type PublishedRemote, type Registry, registry } from '@bank/contracts/remotes';
import { Config } from '../config';

const inDocument = new RegExp(`id="${hostConfigElement}">(.*?)</script>`, 's');
const keysOf = z.object({ registry_keys: z.array(z.string()) });

/** In development: what a bank elsewhere shows its visitors, for shells that run here (`DEV_REGISTRY`). */
@Injectable()
export class DeployedRegistry {
  /** The keys by which the remotes of that bank are signed; none before they were read, and elsewhere. */
  keys: string[] = [];

  constructor(private readonly config: Config) {}

  /** Its remotes as they are now; undefined where none is named. @throws Error when it does not answer. */
  async remotes(): Promise<PublishedRemote[] | undefined> {
    const { devRegistry } = this.config;
    if (!devRegistry) return undefined;
    if (this.keys.length === 0) {
      const html = await (await fetch(`${devRegistry}/`)).text();
      this.keys = keysOf.parse(JSON.parse(inDocument.exec(html)?.[1] ?? '{}')).registry_keys;
    }
    const answer: unknown = await (await fetch(`${devRegistry}/remotes.json`)).json();
    registry.parse(answer);
    // As they came, not as they were parsed: a signature signs the order of the fields, too.
    return (answer as Registry).remotes;
  }
}
