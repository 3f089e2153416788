import { useState } from 'react';
import type { KycDocument } from '@bank/contracts/kyc';
import { failureText } from '@bank/client/call-failure';
import { openFile, usePictureOf } from '@bank/client/show-file';
import { Button } from '@bank/ui/button';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import styles from './documents.module.css';
import { useDocument } from './kyc.api';

/** A document that is an image, in the page. */
export function Picture({ document: { id, name } }: { document: KycDocument }) {
  const { t } = useTexts();
  const { data, isError, error, refetch, isFetching } = useDocument(id);
  if (data) return <Drawn file={data} name={name} />;
  if (isError) {
    const failed = t('kyc.document_failed');
    return (
      <ErrorState
        title={failed}
        message={failureText(error, { failed: t('kyc.failed_message') })}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <Loading>
      <Skeleton height="block" />
    </Loading>
  );
}

const quarterTurns = 4;

function Drawn({ file, name }: { file: Blob; name: string }) {
  const { t } = useTexts();
  const [turns, setTurns] = useState(0);
  return (
    <>
      <div className={styles.frame}>
        <img ref={usePictureOf(file)} data-turns={turns} alt={t('kyc.picture_of', { name })} />
      </div>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          size="small"
          icon="refresh-cw"
          aria-label={t('kyc.turn_of', { name })}
          onClick={() => setTurns((turns + 1) % quarterTurns)}
        >
          {t('kyc.turn')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon="external-link"
          aria-label={t('kyc.open_of', { name })}
          onClick={() => openFile(file)}
        >
          {t('kyc.open')}
        </Button>
      </div>
    </>
  );
}
