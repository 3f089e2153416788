import type { CaseDecision, EntryKind } from '@bank/contracts/cases';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import type { IconName } from '@bank/ui/icon';

const icons: Record<EntryKind, IconName> = {
  opened: 'send',
  message: 'message-circle',
  question: 'circle-question-mark',
  news: 'refresh-cw',
  decision: 'circle-check',
  note: 'pencil',
  taken: 'user',
  put_back: 'inbox',
};

/** The icon of an entry in a case's timeline; a refusal has its own. */
export const caseEntryIcon = (kind: EntryKind, decision: CaseDecision | null): IconName =>
  kind === 'decision' && decision === 'refused' ? 'circle-x' : icons[kind];
