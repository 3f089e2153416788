import { useState } from 'react';
import { failureText } from './call-failure';

/**
 * Fetches files with the session's token, which a plain link does not carry, and saves them (`saveFile`) or
 * opens them (`openFile`). `taking` names the download in progress; `failure` is the message of the last
 * failed one.
 */
export function useFileDownload<Name extends string | number>(failed: string) {
  const [taking, setTaking] = useState<Name>();
  const [failure, setFailure] = useState<string>();
  const take = async (name: Name, read: () => Promise<Blob>, handOver: (file: Blob) => void) => {
    setTaking(name);
    setFailure(undefined);
    try {
      handOver(await read());
    } catch (error) {
      setFailure(failureText(error, { failed }));
    } finally {
      setTaking(undefined);
    }
  };
  return { take, taking, failure };
}
