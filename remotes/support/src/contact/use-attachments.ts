import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLostFiles } from '@bank/client/use-lost-files';
import type { Uploads } from './uploads';

/** Extensions in the file picker; the server checks the content. */
export const acceptedFiles = '.pdf,.jpg,.jpeg,.png';

export type Attachments = ReturnType<typeof useAttachments>;

/** The files of a message, in its form. Those that its draft had are asked for again, and so are those whose upload a reload ends. */
export function useAttachments(draft: string, uploads: Uploads) {
  const { files, waiting, share, failures } = useSyncExternalStore(
    uploads.subscribe,
    uploads.read,
    uploads.read,
  );
  const lost = useLostFiles(draft, [...files, ...waiting]);
  const note = useEffectEvent(lost.note);
  useEffect(() => {
    let noted = uploads.read();
    return uploads.subscribe(() => {
      const now = uploads.read();
      if (now.files === noted.files && now.waiting === noted.waiting) return;
      noted = now;
      note([...now.files, ...now.waiting]);
    });
  }, [uploads]);
  const { add, remove, whenStored } = uploads;
  return {
    files,
    sending: waiting[0] && { name: waiting[0].name, share },
    failures,
    lost,
    add,
    remove,
    whenStored,
  };
}
