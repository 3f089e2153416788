import type { OwnCase } from '@bank/contracts/cases';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { CaseStateBadge } from '../disputes/case-state';
import { CaseTimeline } from '../disputes/case-timeline';
import { useDisputeTexts } from '../disputes/texts';
import { questionsIn, useQuestionTexts } from '../faq/questions';
import { QuestionGroup } from '../faq/question-group';
import { RequestState } from '../requests/request-state';
import { useRequestTexts } from '../requests/texts';
import { useStoryTexts } from './texts';

const caseStates = [
  { state: 'open', decision: null },
  { state: 'waiting', decision: null },
  { state: 'decided', decision: 'accepted' },
  { state: 'decided', decision: 'refused' },
] as const;

/** Answered questions, and the states of what customers asked. */
export function SupportStory() {
  const { t } = useDisputeTexts();
  const { t: ofRequests } = useRequestTexts();
  const { language, t: ofQuestions } = useQuestionTexts();
  const questions = questionsIn(language, ofQuestions).filter(({ category }) => category === 'cards');
  return (
    <Stack gap={24}>
      <QuestionGroup category="cards" questions={questions} />
      <Card title={ofRequests('caption')}>
        <Cluster>
          {(['open', 'answered', 'closed'] as const).map((status) => (
            <RequestState key={status} status={status} />
          ))}
        </Cluster>
      </Card>
      <Card title={t('title')}>
        <Stack>
          <Cluster>
            {caseStates.map((each) => (
              <CaseStateBadge key={`${each.state} ${each.decision}`} of={each} />
            ))}
          </Cluster>
          <CaseTimeline of={useExample()} />
        </Stack>
      </Card>
    </Stack>
  );
}

/** A case of nobody. */
function useExample(): OwnCase {
  const { t } = useStoryTexts();
  const entry = { files: [] };
  return {
    id: 1,
    reference: 'REC-2026-0001',
    kind: 'dispute',
    topic: 'not_received',
    state: 'decided',
    label: 'Librairie du Port',
    amount: 42.9,
    currency: 'EUR',
    decision: 'accepted',
    created_at: '2026-11-02T09:12:00Z',
    due_at: '2026-11-20T09:12:00Z',
    decided_at: '2026-11-09T14:30:00Z',
    can_write: false,
    entries: [
      { ...entry, id: 1, kind: 'opened', by: 'customer', at: '2026-11-02T09:12:00Z', text: t('opened') },
      { ...entry, id: 2, kind: 'question', by: 'bank', at: '2026-11-03T10:05:00Z', text: t('question') },
      { ...entry, id: 3, kind: 'message', by: 'customer', at: '2026-11-03T18:40:00Z', text: t('message') },
      { ...entry, id: 4, kind: 'decision', by: 'bank', at: '2026-11-09T14:30:00Z', text: t('decision') },
    ],
  };
}
