// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import { caseLimits } from '@bank/contracts/cases';
import { useFileTexts } from '../http/file-texts';
import { useLostFiles } from './use-lost-files';

const types = ['application/pdf', 'image/jpeg', 'image/png'];
export const acceptedFiles = types.join(',');

/**
 * The files chosen for a message in a case: what the server would refuse at once is not taken.
 * @param draft the name of the draft of the message, whose lost files are asked for again
 */
export function useCaseFiles(draft: string) {
  const { t } = useFileTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  const lost = useLostFiles(draft, files);
  const change = (next: readonly File[]) => {
    setFiles(next);
    lost.note(next);
  };
  const [failure, setFailure] = useState<'refused' | 'over'>();
  const add = (chosen: File[]) => {
    const fitting = chosen.filter(({ type, size }) => types.includes(type) && size <= caseLimits.fileBytes);
    const next = [...files, ...fitting];
    change(next.slice(0, caseLimits.filesOfMessage));
    if (fitting.length < chosen.length) setFailure('refused');
    else setFailure(next.length > caseLimits.filesOfMessage ? 'over' : undefined);
  };
  return {
    files,
    failure: failure && t(failure, { most: caseLimits.filesOfMessage }),
    lost,
    add,
    remove: (file: File) => change(files.filter((each) => each !== file)),
    /** The message was sent. */
    clear: () => {
      setFiles([]);
      lost.forget();
    },
    /** Differs between two choices of files, for the key of a call. */
    fingerprint: files.map(({ name, size, lastModified }) => [name, size, lastModified]),
  };
}

/** The body of a form with files, in parts named `files`. */
export function formWithFiles(texts: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return form;
}
