import { z } from 'zod';
import { languages } from '@bank/contracts/language';
import {
  fileName,
  type PublishedRemote,
  prerendered,
  releaseVersion,
  remoteManifest,
} from '@bank/contracts/remotes';
import { builtFrames, digestOf, framesOf } from './release-frames';
import { neededSurface, neededTokens } from './surface-check';

const localized = z.record(z.enum(languages), z.string().min(1));

/**
 * The most characters of a manifest: every page of the bank has most of it, and every check of another remote reads it. The
 * largest of the bank's own has a quarter of that.
 */
const mostCharacters = 64_000;

const isShort = (manifest: unknown): boolean => JSON.stringify(manifest).length <= mostCharacters;

const manifestFields = remoteManifest.omit({ $schema: true, version: true }).extend({
  version: releaseVersion,
  container: z.string().regex(/^bank_[a-z0-9_]+$/),
  entry: fileName,
  preload: z.object({ scripts: z.array(fileName), styles: z.array(fileName) }),
  ...neededSurface,
  prerendered: prerendered.optional(),
  frames: builtFrames.optional(),
  routes: z.array(
    remoteManifest.shape.routes.element.extend({ title: localized, description: localized.optional() }),
  ),
  nav: z.array(remoteManifest.shape.nav.element.extend({ label: localized })),
});

/** The `remote.json` of a build: the declared one with translated texts and file names. */
export const builtManifest = z
  .unknown()
  .refine(isShort, `it has more than ${mostCharacters} characters, which every page of the bank would load`)
  .pipe(manifestFields);
export type BuiltManifest = z.infer<typeof builtManifest>;

/**
 * The signed part of a release: its manifest with defaults, the paths of its files, the hashes of those that the bank's pages
 * load, and the digest of its frames.
 */
export function statementOf(
  manifest: BuiltManifest,
  base: string,
  files: Record<string, string>,
): Omit<PublishedRemote, 'signature'> {
  const { name, version, container, audience, hosts, preload, frames } = manifest;
  const at = (file: string) => `${base}/${file}`;
  return {
    name,
    version,
    container,
    entry: at(manifest.entry),
    files: Object.fromEntries(Object.entries(files).filter(([file]) => !frames?.files.includes(file))),
    preload: { scripts: preload.scripts.map(at), styles: preload.styles.map(at) },
    routes: manifest.routes.map((route) => ({ audience, hosts, aliases: [], ...route })),
    nav: manifest.nav.map((entry) => ({ audience, hosts, ...entry })),
    slots: manifest.slots.map((slot) => ({ audience, hosts, ...slot })),
    surface: neededTokens(manifest),
    ...(manifest.prerendered && { prerendered: manifest.prerendered }),
    ...(frames && { frames: digestOf(framesOf(frames, files)) }),
  };
}
