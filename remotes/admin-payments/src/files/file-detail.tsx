import type { CreditFileDetail } from '@bank/contracts/credit-files';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import { FileDecision } from './file-decision';
import { FileErrors, FirstLines } from './file-lines';
import { FileState } from './file-table';
import styles from './files.module.css';
import { useCreditFile } from './files.api';
import { useFileTexts, useReasonTexts } from './texts';

interface FileDetailProps {
  id: number;
  onClose: () => void;
}

/** The content of a file, its state, and the reader's possible decisions. */
export function FileDetail({ id, onClose }: FileDetailProps) {
  const { t } = useFileTexts();
  const query = useCreditFile(id);
  const { data: file } = query;
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('detail', { id })}
      actions={file && <FileDecision file={file} />}
    >
      <QueryBoundary query={query} rows={6} failed={t('failed')} message={t('failed_message')}>
        {(shown) => (
          <Stack gap={24}>
            <Facts file={shown} />
            <FirstLines lines={shown.summary.first} />
            <FileErrors summary={shown.summary} />
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Facts({ file }: { file: CreditFileDetail }) {
  const { t } = useFileTexts();
  const { faultText, returnText } = useReasonTexts();
  const { amount, dateTime, number } = useFormat();
  const { booked, credits, fault, summary } = file;
  return (
    <DescriptionList>
      <Fact name={t('state')}>
        <FileState state={file.state} />
      </Fact>
      <Fact name={t('fault')}>{fault && faultText(fault)}</Fact>
      <Fact name={t('message')}>
        <span className={styles.id}>{file.message_id || t('unknown')}</span>
      </Fact>
      <Fact name={t('file')}>{file.name}</Fact>
      <Fact name={t('received')}>{dateTime(file.received_at)}</Fact>
      <Fact name={t('sender')}>{file.sender || t('unknown')}</Fact>
      <Fact name={t('credits')}>{number(credits)}</Fact>
      <Fact name={t('total')}>{amount(file.total)}</Fact>
      <Fact name={t('booked')}>
        {booked > 0 &&
          t('booked_value', {
            count: number(booked),
            all: number(credits),
            total: amount(file.booked_total),
          })}
      </Fact>
      <Fact name={t('returned')}>{file.returned > 0 && number(file.returned)}</Fact>
      {Object.entries(summary.returns).map(([code, count]) => (
        <Fact key={code} name={t('expected')}>
          {t('expected_value', { count: number(count), text: returnText(code) ?? code })}
        </Fact>
      ))}
    </DescriptionList>
  );
}
