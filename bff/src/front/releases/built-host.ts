import { z } from 'zod';
import { fileName, isSite, releaseVersion, site } from '@bank/contracts/remotes';
import { renderedFrames } from '@bank/contracts/rendered-frame';
import { hostManifest } from './surface-check';

/** The `host.json` of a shell's build: what its documents load, and what it offers to remotes. */
export const builtHost = hostManifest.extend({
  name: site,
  version: releaseVersion,
  /** Loaded by its documents, in order. */
  scripts: z.array(fileName).min(1),
  styles: z.array(fileName),
  /** Scripts that its documents load besides where the page is not prerendered; absent from older builds. */
  inside: z.array(fileName).optional(),
  fonts: z.array(fileName),
  icon: fileName,
  /** The picture of link previews; only of the shell with public pages. */
  picture: fileName.optional(),
  /** The frame around public pages, rendered at build. */
  prerendered: renderedFrames.optional(),
});
export type BuiltHost = z.infer<typeof builtHost>;

/** A published shell: the signed part of its release. */
export interface PublishedHost extends BuiltHost {
  /** The required hash (W3C SRI) of every script and style, by file name. */
  files: Record<string, string>;
}

/** Whether a release is that of a shell. */
export const isHost = <Remote extends { name: string }>(
  statement: Remote | PublishedHost,
): statement is PublishedHost => isSite(statement.name);

/** The files that its documents name. */
export const filesOfHost = ({ scripts, styles, inside, fonts, icon, picture }: BuiltHost): string[] => [
  ...scripts,
  ...styles,
  ...(inside ?? []),
  ...fonts,
  icon,
  ...(picture ? [picture] : []),
];

/**
 * The service workers of a shell. Their names stay, since browsers look for a new one under the same address: each is served
 * for a visit's release alone, and is no file of a document.
 */
export const workerFiles = { offline: 'worker.js', push: 'push-worker.js' } as const;

/** Whether a file of a shell is a service worker. */
export const isWorkerFile = (name: string): boolean => Object.values<string>(workerFiles).includes(name);
