import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';

/**
 * How long the last registry that the server confirmed is good without a network, in ms. A release that was taken back
 * meanwhile can run no longer than this on a device that hears nothing of it.
 */
export const offlineMs = 24 * 60 * 60 * 1_000;

/** The registry that the server was last seen with: the bank's key, and the sequence of its releases. */
export interface Seen {
  key: string;
  sequence: number;
}

/** The kept document: its registry's sequence, and when the server last confirmed it (ms since 1970). */
export interface KeptDocument {
  sequence: number;
  confirmedAt: number;
}

/** Whether the kept document may open: confirmed within a day, and no newer registry was seen since. */
export function mayOpen({ sequence, confirmedAt }: KeptDocument, seen: Seen, now: number): boolean {
  const age = now - confirmedAt;
  // A clock that was set back proves nothing about the age.
  return age >= 0 && age <= offlineMs && sequence >= seen.sequence;
}

/** A script, style, font or picture that the document needs, and the hash that it must have (W3C SRI). */
export interface NeededFile {
  address: string;
  integrity?: string;
}

const inDocument = new RegExp(`id="${hostConfigElement}">(.*?)</script>`, 's');

/** The configuration in a shell's document; undefined in any other document. */
export function configOf(html: string): HostConfig | undefined {
  const [, written] = inDocument.exec(html) ?? [];
  return written === undefined ? undefined : (JSON.parse(written) as HostConfig);
}

/** Everything that a document may load: its own files, and those of every remote of its registry. */
export function filesOf(html: string, { host_files: own, site, registry }: HostConfig): NeededFile[] {
  const folder = `/assets/${site}/`;
  const hashed = Object.entries(own).map(([file, integrity]) => ({ address: folder + file, integrity }));
  const linked = [...html.matchAll(/ href="(\/assets\/[\w./-]+)"/g)].map(([, address = '']) => address);
  const others = [...new Set(linked)].filter((address) => !(address.slice(folder.length) in own));
  const ofRemotes = registry.remotes.flatMap(({ entry, files }) =>
    Object.entries(files)
      // The build's HTML of public pages is for the server alone.
      .filter(([file]) => /\.(js|css)$/.test(file))
      .map(([file, integrity]) => ({
        address: entry.slice(0, entry.lastIndexOf('/') + 1) + file,
        integrity,
      })),
  );
  return [...hashed, ...others.map((address) => ({ address })), ...ofRemotes];
}

/** The files that Mode simple keeps: no fonts, since its pages use none. */
export const withoutFonts = (files: readonly NeededFile[]): NeededFile[] =>
  files.filter(({ address }) => !/\.woff2?$/.test(address));

/** Addresses whose content never changes: files of a build, named by their hash or version. */
export const isBuiltFile = (pathname: string): boolean =>
  /^\/(assets\/shell|remotes\/[^/]+)\//.test(pathname);

/** Navigations to anything but a page of the shell: calls, files, forms that are sent without a script. */
export const notPages = [/^\/(api|assets|embed|icons|rails|remotes|session)(\/|$)/, /\.\w+$/];
