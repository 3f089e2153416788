import { documentEndings, type DocumentKind, kycLimits } from '@bank/contracts/kyc';

/** Why a file cannot be sent, which its row says; that it cannot be read, the server found. */
export type FileRefusal = 'type' | 'size' | 'empty' | 'unreadable';

/** A file that somebody chose, not sent yet. */
export interface ChosenFile {
  id: string;
  file: File;
  kind: DocumentKind;
  refusal: FileRefusal | undefined;
}

/** What a submission should hold; proof of income only when it is asked for (specification 2, section 5). */
const needed = ['identity', 'address', 'selfie'] as const satisfies DocumentKind[];

/** The kinds of which no file can be sent yet. */
export const missingKinds = (files: readonly ChosenFile[]) =>
  needed.filter((kind) => !files.some((chosen) => chosen.kind === kind && !chosen.refusal));

/** What a file picker should offer. */
export const acceptedFiles = documentEndings.map((ending) => `.${ending}`).join(',');

/** The files after some more were chosen, and what became of those: each is taken to be the next kind that is missing. */
export function withFiles(chosen: readonly ChosenFile[], more: readonly File[]) {
  const files = [...chosen];
  const same: string[] = [];
  let tooMany = false;
  for (const file of more) {
    if (files.some((other) => isSame(other.file, file))) same.push(file.name);
    else if (files.length >= kycLimits.files) tooMany = true;
    else files.push(chosenFile(file, files));
  }
  return { files, same, tooMany, added: files.length - chosen.length };
}

const chosenFile = (file: File, others: readonly ChosenFile[]): ChosenFile => ({
  id: crypto.randomUUID(),
  file,
  kind: missingKinds(others)[0] ?? 'identity',
  refusal: refusalOf(file),
});

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

function refusalOf({ name, size }: File): FileRefusal | undefined {
  if (!documentEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return 'type';
  if (size === 0) return 'empty';
  return size > kycLimits.fileBytes ? 'size' : undefined;
}

/**
 * How much of each file has left, 0 to 1, from how much of the whole form has: the files are its end, one after the
 * other.
 */
export function sentParts(
  files: readonly ChosenFile[],
  { sent, total }: { sent: number; total: number },
): number[] {
  let left = sent - (total - files.reduce((sum, { file }) => sum + file.size, 0));
  return files.map(({ file }) => {
    const part = Math.min(Math.max(left / file.size, 0), 1);
    left -= file.size;
    return part;
  });
}
