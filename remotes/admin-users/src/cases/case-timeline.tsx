import { type StaffCase, type StaffCaseEntry, staffEntryKinds } from '@bank/contracts/cases';
import { openFile } from '@bank/client/show-file';
import { useFileDownload } from '@bank/client/use-file-download';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import styles from './case-page.module.css';
import { readCaseFile } from './cases.api';
import { useCaseTexts } from './texts';

/** What happened, the oldest first; notes are marked, since the customer does not see them. */
export function CaseTimeline({ of: { id, entries, customer } }: { of: StaffCase }) {
  const { t } = useCaseTexts();
  const { dateTime } = useFormat();
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          aside={staffEntryKinds.some((kind) => kind === entry.kind)}
          by={
            <>
              {entry.by === 'customer' ? customer.name : (entry.author ?? t('entry.bank'))} ·{' '}
              {t(`entry.${entry.kind}`)} · <time dateTime={entry.at}>{dateTime(entry.at)}</time>{' '}
              {entry.kind === 'note' && <Badge tone="neutral">{t('entry.staff_only')}</Badge>}
            </>
          }
        >
          {entry.text && <WrittenText>{entry.text}</WrittenText>}
          {entry.files.length > 0 && <Files caseId={id} files={entry.files} />}
        </TimelineEntry>
      ))}
    </Timeline>
  );
}

/** Each opens in a tab of its own beside the case. */
function Files({ caseId, files }: { caseId: number; files: StaffCaseEntry['files'] }) {
  const { t } = useCaseTexts();
  const { number } = useFormat();
  const { take, taking, failure } = useFileDownload<number>(t('one.file_failed'));
  return (
    <>
      <ul className={styles.files} aria-label={t('one.files')}>
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <Button
              variant="secondary"
              size="small"
              icon="external-link"
              loading={taking === id}
              onClick={() => void take(id, () => readCaseFile(caseId, id), openFile)}
            >
              {t('one.file', { name, size: number(Math.ceil(size / 1024)) })}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
