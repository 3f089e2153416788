import type { OwnCase } from '@bank/contracts/cases';
import { FileList } from '@bank/client/file-list';
import { useFormat } from '@bank/i18n/use-format';
import { caseEntryIcon } from '@bank/ui/case-entry-icon';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import { readCaseFile } from './disputes.api';
import { useDisputeTexts } from './texts';

/** The entries of a case, oldest first. */
export function CaseTimeline({ of: { id, entries, decision } }: { of: OwnCase }) {
  const { t } = useDisputeTexts();
  const { dateTime } = useFormat();
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          icon={caseEntryIcon(entry.kind, decision)}
          by={
            <>
              {t(`entry.${entry.kind}_${entry.by}`)} · <time dateTime={entry.at}>{dateTime(entry.at)}</time>
            </>
          }
        >
          <WrittenText>{entry.text}</WrittenText>
          <FileList files={entry.files} read={(file) => readCaseFile(id, file)} way="save" />
        </TimelineEntry>
      ))}
    </Timeline>
  );
}
