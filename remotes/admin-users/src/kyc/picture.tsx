import { useState } from 'react';
import type { KycDocument } from '@bank/contracts/kyc';
import type { KycFinding } from '@bank/contracts/kyc-findings';
import { failureText } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { openFile, useImageSource } from '@bank/client/show-file';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import styles from './documents.module.css';
import { useDocument } from './kyc.api';

/** A rectangle of a picture, in parts of its width and height. */
type MarkedPlace = NonNullable<KycFinding['place']> & Pick<KycFinding, 'severity'>;

interface PictureProps {
  document: KycDocument;
  places: readonly MarkedPlace[];
}

/** A sent picture, on which the places of findings are marked. */
export function Picture({ document: { id, name }, places }: PictureProps) {
  const { t } = useTexts();
  const query = useDocument(id);
  const { data, isError, error } = query;
  if (data) return <RotatablePicture file={data} name={name} places={places} />;
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

interface RotatableProps {
  file: Blob;
  name: string;
  places: readonly MarkedPlace[];
}

function RotatablePicture({ file, name, places }: RotatableProps) {
  const { t } = useTexts();
  const [turns, setTurns] = useState(0);
  const [size, setSize] = useState({ width: 0, height: 0 });
  return (
    <>
      <div className={styles.frame}>
        <div className={styles.turned} data-turns={turns}>
          <img
            ref={useImageSource(file)}
            alt={t('kyc.picture_of', { name })}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
          />
          <Marks size={size} places={places} />
        </div>
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

interface MarksProps {
  size: { width: number; height: number };
  places: readonly MarkedPlace[];
}

/** Frames around places; a drawing of the picture's own size is fitted into the same box as the picture. */
function Marks({ size: { width, height }, places }: MarksProps) {
  if (width === 0) return null;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {places.map((place) => (
        <rect
          key={`${place.severity} ${place.x} ${place.y}`}
          data-severity={place.severity}
          x={place.x * width}
          y={place.y * height}
          width={place.width * width}
          height={place.height * height}
        />
      ))}
    </svg>
  );
}
