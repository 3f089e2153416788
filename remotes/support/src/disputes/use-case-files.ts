import { useState } from 'react';
import { caseLimits } from '@bank/contracts/cases';
import { useDisputeTexts } from './texts';

const types = ['application/pdf', 'image/jpeg', 'image/png'];
export const acceptedFiles = types.join(',');

/** The files chosen for a message: what the server would refuse at once is not taken. */
export function useCaseFiles() {
  const { t } = useDisputeTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [failure, setFailure] = useState<string>();
  const add = (chosen: File[]) => {
    const fitting = chosen.filter(({ type, size }) => types.includes(type) && size <= caseLimits.fileBytes);
    const next = [...files, ...fitting];
    setFiles(next.slice(0, caseLimits.filesOfMessage));
    if (fitting.length < chosen.length) setFailure(t('files.refused'));
    else if (next.length > caseLimits.filesOfMessage)
      setFailure(t('files.over', { most: caseLimits.filesOfMessage }));
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
