// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import { caseLimits } from '@bank/contracts/cases';
import { useFileTexts } from '../http/file-texts';

const types = ['application/pdf', 'image/jpeg', 'image/png'];
export const acceptedFiles = types.join(',');

/** The files chosen for a message in a case: what the server would refuse at once is not taken. */
export function useCaseFiles() {
  const { t } = useFileTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [failure, setFailure] = useState<string>();
  const add = (chosen: File[]) => {
    const fitting = chosen.filter(({ type, size }) => types.includes(type) && size <= caseLimits.fileBytes);
    const next = [...files, ...fitting];
    setFiles(next.slice(0, caseLimits.filesOfMessage));
    if (fitting.length < chosen.length) setFailure(t('refused'));
    else if (next.length > caseLimits.filesOfMessage)
      setFailure(t('over', { most: caseLimits.filesOfMessage }));
    else setFailure(undefined);
  };
  return {
    files,
    failure,
    add,
    remove: (file: File) => setFiles(files.filter((each) => each !== file)),
    clear: () => setFiles([]),
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
