import { type StaffCase, staffEntryKinds } from '@bank/contracts/cases';
import { FileList } from '@bank/client/file-list';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { caseEntryIcon } from '@bank/ui/case-entry-icon';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import { readCaseFile } from './cases.api';
import { useCaseTexts } from './texts';

/** The entries of a case, oldest first; notes are marked, since the customer does not see them. */
export function CaseTimeline({ of: { id, entries, customer, decision } }: { of: StaffCase }) {
  const { t } = useCaseTexts();
  const { dateTime } = useFormat();
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          icon={caseEntryIcon(entry.kind, decision)}
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
          <FileList files={entry.files} read={(file) => readCaseFile(id, file)} way="open" />
        </TimelineEntry>
      ))}
    </Timeline>
  );
}
