import { isSite, type Site } from '@bank/contracts/remotes';
import { builtHost, type BuiltHost, filesOfHost, type PublishedHost } from './built-host';
import { builtManifest, type BuiltManifest, statementOf } from './built-manifest';
import { type BuiltFrames, namedFiles } from './release-frames';
import { sitesOfBuild } from './release-sites';
import type { ReleaseBuild, Statement } from './releases.service';

/** A build that becomes a release: of a remote or of a shell. */
export interface Publishable {
  name: string;
  version: string;
  sites: Site[];
  /** Files that must be there. */
  named: string[];
  /** The scripts of a first paint. */
  firstLoad: string[];
  facts: Pick<ReleaseBuild, 'shared' | 'provides' | 'uses'>;
  /** Of widgets. */
  frames?: BuiltFrames | undefined;
  /** The signed part, with the hash of every script, style and page. */
  statement: (files: Record<string, string>) => Statement;
}

export function publishableRemote(manifest: BuiltManifest): Publishable {
  const { name, version, entry, preload, shared, provides, uses, frames } = manifest;
  const firstLoad = [...new Set([entry, ...preload.scripts])];
  return {
    name,
    version,
    firstLoad,
    frames,
    sites: sitesOfBuild(manifest),
    named: [
      ...firstLoad,
      ...preload.styles,
      ...renderedFiles(manifest),
      ...(frames ? namedFiles(frames) : []),
    ],
    facts: { shared, provides, uses },
    statement: (files) => statementOf(manifest, `/remotes/${name}/${version}`, files),
  };
}

export function publishableHost(manifest: BuiltHost): Publishable {
  const { name, version, scripts, slots } = manifest;
  return {
    name,
    version,
    sites: [name],
    named: filesOfHost(manifest),
    firstLoad: scripts,
    facts: { shared: {}, provides: slots, uses: [] },
    statement: (files): PublishedHost => ({ ...manifest, files }),
  };
}

/** A build by its manifest, which is `host.json` where the name is that of a site; undefined for an invalid one. */
export function publishableOf(name: string, manifest: unknown): Publishable | undefined {
  if (isSite(name)) {
    const { data } = builtHost.safeParse(manifest);
    return data && publishableHost(data);
  }
  const { data } = builtManifest.safeParse(manifest);
  return data && publishableRemote(data);
}

const renderedFiles = ({ prerendered }: BuiltManifest): string[] =>
  Object.values(prerendered?.pages ?? {}).flatMap(({ styles, files }) => [
    ...styles,
    ...Object.values(files).flatMap(({ plain, demonstration }) => [plain, demonstration]),
  ]);
