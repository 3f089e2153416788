import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { hostConfigElement } from '@bank/contracts/routes';
import { type PublishedRemote, type Registry, registry } from '@bank/contracts/remotes';
import { Config } from '../../platform/config/config';

const inDocument = new RegExp(`id="${hostConfigElement}">(.*?)</script>`, 's');
const keysOf = z.object({ registry_keys: z.array(z.string()) });

/** In development: the remotes of another bank, for shells that run here (`DEV_REGISTRY`). */
@Injectable()
export class DeployedRegistry {
  /** The keys that sign that bank's remotes; empty before the first read and without `DEV_REGISTRY`. */
  keys: string[] = [];

  constructor(private readonly config: Config) {}

  /** Its current remotes; undefined without `DEV_REGISTRY`. @throws Error when that bank is unreachable. */
  async remotes(): Promise<PublishedRemote[] | undefined> {
    const { devRegistry } = this.config;
    if (!devRegistry) return undefined;
    if (this.keys.length === 0) {
      const html = await (await fetch(`${devRegistry}/`)).text();
      this.keys = keysOf.parse(JSON.parse(inDocument.exec(html)?.[1] ?? '{}')).registry_keys;
    }
    const body: unknown = await (await fetch(`${devRegistry}/remotes.json`)).json();
    registry.parse(body);
    // Not the parsed copy: signatures also cover the order of the fields.
    return (body as Registry).remotes;
  }
}
