import { useState } from 'react';
import { failureText } from './call-failure';

/**
 * Fetches files by the session's bearer, which a plain link does not carry, and hands each over: to be saved
 * (`saveFile`), or to a page of its own (`openFile`). `taking` names the one under way, and `failure` says why the last one
 * did not come: in the server's words, or else in `failed`.
 */
export function useTakeFile<Name extends string | number>(failed: string) {
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
