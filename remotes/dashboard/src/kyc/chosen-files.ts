import { documentEndings, type DocumentKind, kycLimits } from '@bank/contracts/kyc';

/** Why a file cannot be sent; `content`, which its name does not announce, and `unreadable` are the server's verdicts. */
export type FileRefusal = 'type' | 'size' | 'empty' | 'content' | 'unreadable';

/** A chosen file that is not sent yet. */
export interface ChosenFile {
  id: string;
  file: File;
  kind: DocumentKind;
  refusal: FileRefusal | undefined;
}

/** The documents of a complete submission; proof of income only on request (specification 2, section 5). */
const needed = ['identity', 'address', 'selfie'] as const satisfies DocumentKind[];

/** The kinds without a valid file. */
export const missingKinds = (files: readonly ChosenFile[]) =>
  needed.filter((kind) => !files.some((chosen) => chosen.kind === kind && !chosen.refusal));

/** The `accept` attribute of the file picker. */
export const acceptedFiles = documentEndings.map((ending) => `.${ending}`).join(',');

/** Adds files, of a kind or each as the next missing one; also returns duplicates and whether the limit was reached. */
export function withFiles(chosen: readonly ChosenFile[], more: readonly File[], kind?: DocumentKind) {
  const files = [...chosen];
  const same: string[] = [];
  let tooMany = false;
  for (const file of more) {
    if (files.some((other) => isSame(other.file, file))) same.push(file.name);
    else if (files.length >= kycLimits.files) tooMany = true;
    else files.push(chosenAs(crypto.randomUUID(), file, kind ?? missingKinds(files)[0] ?? 'identity'));
  }
  return { files, same, tooMany, added: files.length - chosen.length };
}

/** A file that is to be sent as a document of a kind. */
export const chosenAs = (id: string, file: File, kind: DocumentKind): ChosenFile => ({
  id,
  file,
  kind,
  refusal: refusalOf(file),
});

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

function refusalOf({ name, size }: File): FileRefusal | undefined {
  if (!documentEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) return 'type';
  if (size === 0) return 'empty';
  return size > kycLimits.fileBytes ? 'size' : undefined;
}

/** The sent part of each file, 0 to 1: the files are the end of the form, in this order. */
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
