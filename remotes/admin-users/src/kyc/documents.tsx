import type { KycDocument } from '@bank/contracts/kyc';
import { saveFile } from '@bank/client/download';
import { openFile } from '@bank/client/show-file';
import { useTakeFile } from '@bank/client/use-take-file';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import styles from './documents.module.css';
import { readDocument } from './kyc.api';
import { Picture } from './picture';

/**
 * What was sent. A picture is drawn in the page. A PDF is never framed by it: it goes to a page of its own, where
 * the browser's reader shows it in its sandbox, or to a file.
 */
export function Documents({ documents }: { documents: readonly KycDocument[] }) {
  const { t } = useTexts();
  return (
    <section aria-label={t('kyc.documents')}>
      <ul className={styles.documents}>
        {documents.map((document) => (
          <li key={document.id} className={styles.document}>
            <DocumentName document={document} />
            {isPdf(document.name) ? <Paper document={document} /> : <Picture document={document} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DocumentName({ document: { kind, name, size } }: { document: KycDocument }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <div>
      <p className={styles.kind}>{t(`kyc.kind_${kind}`)}</p>
      <p className={styles.file}>
        {name} · {t('kyc.size', { size: number(Math.ceil(size / 1024)) })}
      </p>
    </div>
  );
}

type Way = 'open' | 'save';
const icons = { open: 'external-link', save: 'download' } as const;

function Paper({ document: { id, name } }: { document: KycDocument }) {
  const { t } = useTexts();
  const { take, taking, failure } = useTakeFile<Way>(t('kyc.document_failed'));
  const handOver = { open: openFile, save: (file: Blob) => saveFile(file, name) };
  return (
    <>
      <div className={styles.buttons}>
        {(['open', 'save'] as const).map((way) => (
          <Button
            key={way}
            variant="secondary"
            size="small"
            icon={icons[way]}
            aria-label={t(`kyc.${way}_of`, { name })}
            loading={taking === way}
            onClick={() => void take(way, () => readDocument(id), handOver[way])}
          >
            {t(`kyc.${way}`)}
          </Button>
        ))}
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}

const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf');
