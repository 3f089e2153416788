import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Widget, widgets } from '@bank/contracts/partners';
import { fileName, type PublishedRemote } from '@bank/contracts/remotes';

/** The files of a widget's first view, in order. */
const builtFrame = z.object({ scripts: z.array(fileName), styles: z.array(fileName) });
export type BuiltFrame = z.infer<typeof builtFrame>;

/** In the manifest of a remote whose widgets partners' pages embed: its frames, and the files that only they load. */
export const builtFrames = z.object({
  widgets: z.partialRecord(z.enum(widgets), builtFrame),
  files: z.array(fileName),
});
export type BuiltFrames = z.infer<typeof builtFrames>;

/**
 * The frames of a release, with the hash (W3C SRI) of every file that they load. They are no part of the signed statement,
 * which each page of the bank gets: the statement has their digest.
 */
export interface ReleaseFrames {
  widgets: Partial<Record<Widget, BuiltFrame>>;
  files: Record<string, string>;
}

/** @param hashes of all files of the release, by name */
export function framesOf({ widgets, files }: BuiltFrames, hashes: Record<string, string>): ReleaseFrames {
  const loaded = new Set(namedFiles({ widgets, files }));
  return {
    widgets,
    files: Object.fromEntries(Object.entries(hashes).filter(([file]) => loaded.has(file))),
  };
}

/** The files that a build with these frames must have. */
export const namedFiles = ({ widgets, files }: BuiltFrames): string[] => [
  ...Object.values(widgets).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
  ...files,
];

/** SHA-256 of the frames, in their canonical order. */
export function digestOf({ widgets: frames, files }: ReleaseFrames): string {
  const inOrder = (record: object) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  const firstViews = inOrder(frames).map(([widget, { scripts, styles }]: [string, BuiltFrame]) => [
    widget,
    scripts,
    styles,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([firstViews, inOrder(files)]))
    .digest('base64url');
}

/** The frames of a release, undefined where it has none, or others than its statement was signed with. */
export const signedFrames = (
  release: PublishedRemote,
  frames: ReleaseFrames | undefined,
): ReleaseFrames | undefined => (frames && release.frames === digestOf(frames) ? frames : undefined);
