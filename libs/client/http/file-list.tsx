// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { saveFile } from '@bank/client/download';
import { useFileDownload } from '@bank/client/use-file-download';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import styles from './file-list.module.css';
import { useFileTexts } from './file-texts';
import { openFile } from './show-file';

interface ListedFile {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
}

interface FileListProps {
  files: readonly ListedFile[];
  read: (id: number) => Promise<Blob>;
  /** Whether a file is saved, or opened in a tab beside the page. */
  way: 'save' | 'open';
}

/** The files of a message, each as a button that fetches it; none is shown in the page. */
export function FileList({ files, read, way }: FileListProps) {
  const { t } = useFileTexts();
  const { number } = useFormat();
  const { take, taking, failure } = useFileDownload<number>(t('failed'));
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label={t('label')}>
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <Button
              variant="secondary"
              size="small"
              icon={way === 'open' ? 'external-link' : 'paperclip'}
              loading={taking === id}
              onClick={() =>
                void take(
                  id,
                  () => read(id),
                  (file) => (way === 'open' ? openFile(file) : saveFile(file, name)),
                )
              }
            >
              {t('one', { name, size: number(Math.ceil(size / 1024)) })}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
