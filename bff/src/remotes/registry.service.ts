import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { languages } from '@bank/contracts/language';
import { type PublishedRemote, type Registry, remoteManifest } from '@bank/contracts/remotes';
import { Config } from '../config';

/** How long one look at the folder of remotes serves, in milliseconds. */
const freshMs = 1_000;

const localized = z.record(z.enum(languages), z.string());

/** The `remote.json` that a build writes: the declared one, with texts for keys and the names of its files. */
const builtManifest = remoteManifest.omit({ $schema: true, version: true }).extend({
  version: z.string().regex(/^[\w.-]+$/),
  entry: z.string(),
  preload: z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
  routes: z.array(remoteManifest.shape.routes.element.extend({ title: localized })),
  nav: z.array(remoteManifest.shape.nav.element.extend({ label: localized })),
});

interface KnownRemote {
  changedMs: number;
  remote: PublishedRemote;
}

/**
 * What is published: every folder of `REMOTES_DIR` whose `dist/remote.json` is valid. A new one appears without a
 * restart. One that vanishes or breaks keeps its last good entry, so that its routes show that it is down.
 */
@Injectable()
export class RegistryService {
  private readonly log = new Logger(RegistryService.name);
  private readonly known = new Map<string, KnownRemote>();
  private current: Registry = { remotes: [] };
  private lookedAt = -Infinity;
  private looking: Promise<void> | undefined;

  constructor(private readonly config: Config) {}

  /** The registry as it stands now, at most a second old. The same object as long as nothing changed. */
  async registry(): Promise<Registry> {
    if (performance.now() - this.lookedAt > freshMs) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    return this.current;
  }

  private async look() {
    const names = await readdir(this.config.remotesDir).catch(() => []);
    const changes = await Promise.all(names.map((name) => this.read(name)));
    if (changes.includes(true)) {
      const remotes = [...this.known.values()].map(({ remote }) => remote);
      this.current = { remotes: remotes.sort((left, right) => left.name.localeCompare(right.name)) };
    }
    this.lookedAt = performance.now();
  }

  /** Reads one folder again if it changed; true when the registry is another one now. */
  private async read(folder: string): Promise<boolean> {
    const file = path.join(this.config.remotesDir, folder, 'dist/remote.json');
    const changedMs = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedMs === undefined || this.known.get(folder)?.changedMs === changedMs) return false;
    try {
      const manifest = builtManifest.parse(JSON.parse(await readFile(file, 'utf8')));
      if (manifest.name !== folder) throw new Error(`it is named ${manifest.name}`);
      this.known.set(folder, { changedMs, remote: this.publish(manifest) });
      return true;
    } catch (error) {
      this.log.warn(
        `remote ${folder} is not published: ${error instanceof Error ? error.message : 'unreadable'}`,
      );
      return false;
    }
  }

  private publish(manifest: z.infer<typeof builtManifest>): PublishedRemote {
    const { name, version, audience, hosts } = manifest;
    const development = this.config.devRemotes[name];
    const base = development ?? `/remotes/${name}/${version}`;
    const at = (file: string) => `${base}/${file}`;
    const { scripts, styles } = development ? { scripts: [], styles: [] } : manifest.preload;
    return {
      name,
      version,
      entry: at(manifest.entry),
      preload: { scripts: scripts.map(at), styles: styles.map(at) },
      routes: manifest.routes.map((route) => ({ audience, hosts, aliases: [], ...route })),
      nav: manifest.nav.map((entry) => ({ audience, hosts, ...entry })),
      slots: manifest.slots.map((slot) => ({ audience, hosts, ...slot })),
    };
  }
}
