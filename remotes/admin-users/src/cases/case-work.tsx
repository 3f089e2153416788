import { useState } from 'react';
import type { StaffCase } from '@bank/contracts/cases';
import { failureText } from '@bank/client/call-failure';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import styles from './case-page.module.css';
import { assignCase, useCaseRefresh, useCaseUpdate } from './cases.api';
import { DecisionForm } from './decision-form';
import { useCaseTexts } from './texts';
import { type Step, useWorkKeys } from './use-work-keys';
import { WordsForm } from './words-form';

/** What to do with a case: each action by a button and a key. */
export function CaseWork({ found }: { found: StaffCase }) {
  const { t } = useCaseTexts();
  const [step, setStep] = useState<Step>();
  const { user } = useSession();
  const { toggle, isSending, failure } = useAssigning(found);
  const isMine = found.assignee !== null && found.assignee.id === user?.id;
  const isTaken = found.assignee !== null && !isMine;
  const isOver = found.state === 'decided';
  const begin = (next: Step) => {
    if (next === 'assign') void toggle(isMine || isTaken ? 'nobody' : 'me');
    else if (next === 'note' || (!isTaken && !isOver)) setStep(next);
  };
  useWorkKeys(begin);
  const close = () => setStep(undefined);
  if (step === 'accept' || step === 'refuse') {
    return (
      <DecisionForm
        key={step}
        found={found}
        decision={step === 'accept' ? 'accepted' : 'refused'}
        onClose={close}
      />
    );
  }
  if (step === 'note' || step === 'write' || step === 'ask') {
    return <WordsForm key={step} id={found.id} to={step} onClose={close} />;
  }
  return (
    <Card title={t('work.title')}>
      <Stack gap={12}>
        {failure && <Alert tone="danger">{failure}</Alert>}
        {isTaken && <Alert>{t('work.taken_by', { name: found.assignee?.name ?? '' })}</Alert>}
        {!isOver && found.way === null && <Alert tone="warning">{t('work.no_way')}</Alert>}
        <Actions {...{ found, isMine, isTaken, isSending }} onBegin={begin} />
        <p className={styles.keys}>{t('work.keys')}</p>
      </Stack>
    </Card>
  );
}

interface ActionsProps {
  found: StaffCase;
  isMine: boolean;
  isTaken: boolean;
  isSending: boolean;
  onBegin: (step: Step) => void;
}

function Actions({ found, isMine, isTaken, isSending, onBegin }: ActionsProps) {
  const { t } = useCaseTexts();
  const isOver = found.state === 'decided';
  const canWork = !isOver && !isTaken;
  return (
    <Cluster gap="8-12">
      {canWork && found.way !== null && (
        <Button icon="check" aria-keyshortcuts="Alt+A" onClick={() => onBegin('accept')}>
          {t(`work.accept_${found.way}`)}
        </Button>
      )}
      {canWork && (
        <>
          <Button variant="secondary" icon="x" aria-keyshortcuts="Alt+R" onClick={() => onBegin('refuse')}>
            {t('work.refuse')}
          </Button>
          <Button
            variant="secondary"
            icon="circle-question-mark"
            aria-keyshortcuts="Alt+Q"
            onClick={() => onBegin('ask')}
          >
            {t('work.ask')}
          </Button>
          <Button variant="secondary" icon="mail" aria-keyshortcuts="Alt+M" onClick={() => onBegin('write')}>
            {t('work.write')}
          </Button>
        </>
      )}
      <Button variant="quiet" icon="pencil" aria-keyshortcuts="Alt+N" onClick={() => onBegin('note')}>
        {t('work.note')}
      </Button>
      {!isOver && (
        <Button
          variant="quiet"
          icon={isMine || isTaken ? 'inbox' : 'user'}
          aria-keyshortcuts="Alt+T"
          loading={isSending}
          onClick={() => onBegin('assign')}
        >
          {t(isMine || isTaken ? 'work.put_back' : 'work.take')}
        </Button>
      )}
    </Cluster>
  );
}

function useAssigning({ id, version, state }: StaffCase) {
  const { t } = useCaseTexts();
  const { show } = useToast();
  const known = useCaseUpdate();
  const refresh = useCaseRefresh(id);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toggle = async (assignee: 'me' | 'nobody') => {
    if (isSending || state === 'decided') return;
    setIsSending(true);
    setFailure(undefined);
    try {
      known(await assignCase(id, { assignee, version }));
      show({ type: 'success', message: t(assignee === 'me' ? 'work.took' : 'work.gave_back') });
    } catch (error) {
      void refresh();
      setFailure(failureText(error, { failed: t('work.assign_failed') }));
    } finally {
      setIsSending(false);
    }
  };
  return { toggle, isSending, failure };
}
