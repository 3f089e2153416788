import { useState } from 'react';
import type { KycDocument } from '@bank/contracts/kyc';
import { failureText } from '@bank/client/call-failure';
import { saveFile } from '@bank/client/download';
import { useImageSource } from '@bank/client/show-file';
import { verificationIcons, verificationTones } from '@bank/client/verification';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useResendTexts } from '../resend/texts';
import { useKycTexts } from './texts';
import { readDocument } from './kyc.api';
import styles from './sent-documents.module.css';
import { useSizeText } from './use-size-text';

interface Shown {
  name: string;
  picture: Blob;
}

export function SentDocuments({ documents }: { documents: readonly KycDocument[] }) {
  const { t } = useKycTexts();
  const [shown, setShown] = useState<Shown>();
  const { open, opening } = useOpening(setShown);
  // A rejection that names documents keeps the others.
  const namesSome = documents.some(({ fault }) => fault);
  return (
    <section aria-labelledby="kyc-documents">
      <h3 id="kyc-documents">{t('kyc.documents')}</h3>
      <ul className={styles.documents}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            isKept={namesSome && !document.fault}
            isOpening={opening === document.id}
            onOpen={() => void open(document)}
          />
        ))}
      </ul>
      {shown && <Picture shown={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

interface DocumentRowProps {
  document: KycDocument;
  isKept: boolean;
  isOpening: boolean;
  onOpen: () => void;
}

function DocumentRow({ document, isKept, isOpening, onOpen }: DocumentRowProps) {
  const { t } = useKycTexts();
  const resend = useResendTexts();
  const { kind, name, size, status } = document;
  const sizeText = useSizeText();
  const action = isPdf(name) ? 'download' : 'view';
  return (
    <li className={styles.document}>
      <div className={styles.text}>
        <p className={styles.kind}>{t(`kyc.kind_${kind}`)}</p>
        <p className={styles.file}>
          {name} · {sizeText(size)}
        </p>
      </div>
      {isKept ? (
        <Badge icon={false}>{resend.t('kept')}</Badge>
      ) : (
        <Badge tone={verificationTones[status]} icon={verificationIcons[status]}>
          {t(`kyc.document_${status}`)}
        </Badge>
      )}
      <Button
        variant="secondary"
        size="small"
        icon={action === 'view' ? 'eye' : 'download'}
        aria-label={t(`kyc.${action}_of`, { name })}
        loading={isOpening}
        onClick={onOpen}
      >
        {t(`kyc.${action}`)}
      </Button>
    </li>
  );
}

/** Fetches a document with the session's token, which a link cannot send; displays an image, saves a PDF. */
function useOpening(show: (shown: Shown) => void) {
  const { t } = useKycTexts();
  const toast = useToast();
  const [opening, setOpening] = useState<number>();
  const open = async ({ id, name }: KycDocument) => {
    setOpening(id);
    try {
      const file = await readDocument(id);
      if (isPdf(name)) saveFile(file, name);
      else show({ name, picture: file });
    } catch (error) {
      toast.show({ type: 'error', message: failureText(error, { failed: t('kyc.open_failed') }) });
    } finally {
      setOpening(undefined);
    }
  };
  return { open, opening };
}

const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf');

function Picture({ shown: { name, picture }, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useKycTexts();
  return (
    <Dialog open onClose={onClose} size="large" title={name}>
      <img className={styles.picture} ref={useImageSource(picture)} alt={t('kyc.preview_of', { name })} />
    </Dialog>
  );
}
