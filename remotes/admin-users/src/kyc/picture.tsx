import { useState } from 'react';
import type { KycDocument } from '@bank/contracts/kyc';
import { failureText } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { openFile, useImageSource } from '@bank/client/show-file';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import styles from './documents.module.css';
import { useDocument } from './kyc.api';

export function Picture({ document: { id, name } }: { document: KycDocument }) {
  const { t } = useTexts();
  const query = useDocument(id);
  const { data, isError, error } = query;
  if (data) return <RotatablePicture file={data} name={name} />;
  if (isError) {
    const message = failureText(error, { failed: t('kyc.failed_message') });
    return <QueryError query={query} title={t('kyc.document_failed')} message={message} />;
  }
  return (
    <Loading>
      <Skeleton height="block" />
    </Loading>
  );
}

const quarterTurns = 4;

function RotatablePicture({ file, name }: { file: Blob; name: string }) {
  const { t } = useTexts();
  const [turns, setTurns] = useState(0);
  return (
    <>
      <div className={styles.frame}>
        <img ref={useImageSource(file)} data-turns={turns} alt={t('kyc.picture_of', { name })} />
      </div>
      <Cluster gap={8}>
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
      </Cluster>
    </>
  );
}
