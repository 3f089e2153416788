import type { CaseEntry, OwnCase } from '@bank/contracts/cases';
import { saveFile } from '@bank/client/download';
import { useFileDownload } from '@bank/client/use-file-download';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import type { IconName } from '@bank/ui/icon';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import styles from './disputes.module.css';
import { readCaseFile } from './disputes.api';
import { useDisputeTexts } from './texts';

const icons: Record<CaseEntry['kind'], IconName> = {
  ...{ opened: 'send', message: 'message-circle', question: 'circle-question-mark' },
  ...{ news: 'refresh-cw', decision: 'circle-check' },
};

/** What happened, the oldest first. */
export function CaseTimeline({ of: { id, entries, decision } }: { of: OwnCase }) {
  const { t } = useDisputeTexts();
  const { dateTime } = useFormat();
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          icon={entry.kind === 'decision' && decision === 'refused' ? 'circle-x' : icons[entry.kind]}
          by={
            <>
              {t(`entry.${entry.kind}_${entry.by}`)} · <time dateTime={entry.at}>{dateTime(entry.at)}</time>
            </>
          }
        >
          <WrittenText>{entry.text}</WrittenText>
          {entry.files.length > 0 && <Files caseId={id} files={entry.files} />}
        </TimelineEntry>
      ))}
    </Timeline>
  );
}

function Files({ caseId, files }: { caseId: number; files: CaseEntry['files'] }) {
  const { t } = useDisputeTexts();
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
              icon="paperclip"
              loading={taking === id}
              onClick={() =>
                void take(
                  id,
                  () => readCaseFile(caseId, id),
                  (file) => saveFile(file, name),
                )
              }
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
