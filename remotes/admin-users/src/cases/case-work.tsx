import { useState } from 'react';
import { isPublicKind } from '@bank/contracts/case-topics';
import type { StaffCase } from '@bank/contracts/cases';
import { failureText } from '@bank/client/call-failure';
import { mayDo, useSession } from '@bank/client/session';
import { useUndo } from '@bank/client/undo';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useStepKeys } from '../steps/use-step-keys';
import styles from './case-page.module.css';
import { assignCase, useCaseRefresh, useCaseUpdate } from './cases.api';
import { DecisionForm } from './decision-form';
import { LinkedThing } from './linked-thing';
import { useCaseTexts } from './texts';
import { WordsForm } from './words-form';

/** The actions on a case, each by a button and a key. */
export function CaseWork({ found }: { found: StaffCase }) {
  const [step, setStep] = useState<Step>();
  const place = useFocusAfter<HTMLDivElement>(step !== undefined);
  return (
    <div ref={place} tabIndex={-1}>
      <Work found={found} step={step} setStep={setStep} />
    </div>
  );
}

interface WorkProps {
  found: StaffCase;
  step: Step | undefined;
  setStep: (step: Step | undefined) => void;
}

function Work({ found, step, setStep }: WorkProps) {
  const { t } = useCaseTexts();
  const { user } = useSession();
  const { toggle, isSending, failure, bar } = useAssigning(found);
  const isHeld = found.assignee !== null;
  // A decided case is no longer anyone's to hand back.
  const isTaken = isHeld && found.state !== 'decided' && found.assignee?.id !== user?.id;
  const steps = stepsOf(found, isTaken, {
    works: mayDo(user, 'change', 'cases:manage'),
    decides: mayDo(user, 'change', 'cases:decide'),
  });
  const begin = (next: Step) => {
    if (next === 'assign') void toggle(isHeld ? 'nobody' : 'me');
    else setStep(next);
  };
  useStepKeys();
  const close = () => setStep(undefined);
  if (step === 'accept' || step === 'refuse') {
    const decision = step === 'accept' ? 'accepted' : 'refused';
    return <DecisionForm key={step} found={found} decision={decision} onClose={close} />;
  }
  if (step === 'note' || step === 'write' || step === 'ask') {
    return <WordsForm key={step} id={found.id} to={step} onClose={close} />;
  }
  if (steps.size === 0) return null;
  const keys = [...steps].map((each) => t(`work.key_${each}`)).join(', ');
  return (
    <Card title={t('work.title')}>
      <Stack gap={12}>
        {failure && <Alert tone="danger">{failure}</Alert>}
        {isTaken && <Alert>{t('work.taken_by', { name: found.assignee?.name ?? '' })}</Alert>}
        {found.state !== 'decided' && found.way === null && <Alert tone="warning">{t('work.no_way')}</Alert>}
        {found.way === 'elsewhere' && <Elsewhere links={found.links} />}
        <Cluster gap="8-12">
          {actions
            .filter((action) => steps.has(action.step))
            .map(({ step: each, ...action }) => (
              <Button
                key={each}
                {...action}
                loading={each === 'assign' && isSending}
                onClick={() => begin(each)}
              >
                {t(labelOf(each, found))}
              </Button>
            ))}
        </Cluster>
        {bar}
        <p className={styles.keys}>{t('work.keys', { keys })}</p>
      </Stack>
    </Card>
  );
}

/** Where the case is decided, with the way there: the facts with all links are at the end of a narrow page. */
function Elsewhere({ links }: Pick<StaffCase, 'links'>) {
  const { t } = useCaseTexts();
  return (
    <Alert>
      <p>{t('work.elsewhere')}</p>
      {links
        .filter(({ type }) => type === 'payment' || type === 'submission')
        .map((link) => (
          <p key={`${link.type} ${link.id}`}>
            {t(`link.${link.type}`)} <LinkedThing link={link} />
          </p>
        ))}
    </Alert>
  );
}

const actions = [
  { step: 'accept', icon: 'check', variant: 'primary', 'aria-keyshortcuts': 'Alt+A' },
  { step: 'refuse', icon: 'x', variant: 'secondary', 'aria-keyshortcuts': 'Alt+R' },
  { step: 'ask', icon: 'circle-question-mark', variant: 'secondary', 'aria-keyshortcuts': 'Alt+Q' },
  { step: 'write', icon: 'mail', variant: 'secondary', 'aria-keyshortcuts': 'Alt+M' },
  { step: 'note', icon: 'pencil', variant: 'quiet', 'aria-keyshortcuts': 'Alt+N' },
  { step: 'assign', icon: 'user', variant: 'quiet', 'aria-keyshortcuts': 'Alt+T' },
] as const;

type Step = (typeof actions)[number]['step'];

function labelOf(step: Step, { way, assignee }: StaffCase) {
  if (step === 'accept') return `work.accept_${way === null || way === 'elsewhere' ? 'words' : way}` as const;
  if (step === 'assign') return assignee ? ('work.put_back' as const) : ('work.take' as const);
  return `work.${step}` as const;
}

/** The actions that are possible now: none on a colleague's case, nor any that the person's staff roles exclude. */
function stepsOf(
  { kind, state, way }: StaffCase,
  isTaken: boolean,
  { works, decides }: { works: boolean; decides: boolean },
): ReadonlySet<Step> {
  const isOpen = state !== 'decided';
  const canAct = isOpen && !isTaken;
  const mayDecide = canAct && decides && way !== 'elsewhere';
  const steps: Record<Step, boolean> = {
    accept: mayDecide && way !== null,
    refuse: mayDecide,
    ask: canAct && works && isPublicKind(kind),
    write: canAct && works && isPublicKind(kind),
    note: works,
    assign: isOpen && works,
  };
  return new Set(actions.map(({ step }) => step).filter((step) => steps[step]));
}

function useAssigning({ id, version, state }: StaffCase) {
  const { t } = useCaseTexts();
  const known = useCaseUpdate();
  const refresh = useCaseRefresh(id);
  const { offer, bar } = useUndo();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toggle = async (assignee: 'me' | 'nobody') => {
    if (isSending || state === 'decided') return;
    setIsSending(true);
    setFailure(undefined);
    try {
      const after = await assignCase(id, { assignee, version });
      known(after);
      const back = { assignee: assignee === 'me' ? 'nobody' : 'me', version: after.version } as const;
      offer(t(assignee === 'me' ? 'work.took' : 'work.gave_back'), async () =>
        known(await assignCase(id, back)),
      );
    } catch (error) {
      void refresh();
      setFailure(failureText(error, { failed: t('work.assign_failed') }));
    } finally {
      setIsSending(false);
    }
  };
  return { toggle, isSending, failure, bar };
}
