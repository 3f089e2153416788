import type { KycDocument } from '@bank/contracts/kyc';
import { type KycFinding, kycFindingSeverities } from '@bank/contracts/kyc-findings';
import { saveFile } from '@bank/client/download';
import { openFile } from '@bank/client/show-file';
import { useFileDownload } from '@bank/client/use-file-download';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { useTexts } from '../texts';
import styles from './documents.module.css';
import { FaultLine } from './faults-field';
import { Findings } from './findings';
import { readDocument } from './kyc.api';
import { Picture } from './picture';

interface DocumentsProps {
  documents: readonly KycDocument[];
  findings: readonly KycFinding[];
}

/**
 * The sent documents, each with what the automated check found. An image is displayed in the page. A PDF is never embedded: it is opened in a tab of its own,
 * where the browser's viewer sandboxes it, or saved.
 */
export function Documents({ documents, findings }: DocumentsProps) {
  const { t } = useTexts();
  return (
    <section aria-label={t('kyc.documents')}>
      <Stack as="ul" gap={24} className={styles.side}>
        {documents.map((document) => (
          <Stack as="li" gap={8} key={document.id}>
            <DocumentName document={document} />
            <FaultLine document={document} />
            {isPdf(document.name) ? (
              <PdfActions document={document} />
            ) : (
              <Picture document={document} places={placesOf(document, findings)} />
            )}
            <Findings findings={findings} document={document} />
          </Stack>
        ))}
      </Stack>
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

type PdfAction = 'open' | 'save';
const icons = { open: 'external-link', save: 'download' } as const;

function PdfActions({ document: { id, name } }: { document: KycDocument }) {
  const { t } = useTexts();
  const { take, taking, failure } = useFileDownload<PdfAction>(t('kyc.document_failed'));
  const handOver = { open: openFile, save: (file: Blob) => saveFile(file, name) };
  return (
    <>
      <Cluster gap={8}>
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
      </Cluster>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}

/** The marked places, the gravest last, so that it is on top. */
const placesOf = ({ id }: KycDocument, findings: readonly KycFinding[]) =>
  kycFindingSeverities.flatMap((severity) =>
    findings.flatMap((finding) =>
      finding.document_id === id && finding.severity === severity && finding.place
        ? [{ ...finding.place, severity }]
        : [],
    ),
  );

const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf');
