import type { PublishedRemote } from '@bank/contracts/remotes';
import type { CheckedFile, LateFiles } from '../inline-scripts/late-start';

/** The files that `late-start.ts` loads for a page of `remote`. */
export function lateFiles(
  files: { scripts: string[]; integrity: Record<string, string> },
  { base, remote, atOnce }: { base: string; remote: PublishedRemote; atOnce: boolean },
): LateFiles {
  const checked = (file: string): CheckedFile => [
    file,
    remote.files[file.slice(file.lastIndexOf('/') + 1)] ?? '',
  ];
  return {
    scripts: files.scripts.map((file) => [base + file, files.integrity[file] ?? '']),
    preload: {
      scripts: [remote.entry, ...remote.preload.scripts].map(checked),
      styles: remote.preload.styles.map(checked),
    },
    atOnce,
  };
}
