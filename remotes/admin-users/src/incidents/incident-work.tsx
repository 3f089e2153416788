import { useState } from 'react';
import type { StaffIncident } from '@bank/contracts/incidents';
import { failureText } from '@bank/client/call-failure';
import { mayDo, useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { ChangeForm } from './change-form';
import { ownIncident, useIncidentRefresh, useIncidentUpdate } from './incidents.api';
import { PublicForm } from './public-form';
import { useIncidentTexts } from './texts';
import { WordsForm } from './words-form';

type Step = 'public' | 'change' | 'note' | 'close';

/** The actions on an incident; nothing for staff roles that only read. */
export function IncidentWork({ found }: { found: StaffIncident }) {
  const { user } = useSession();
  const [step, setStep] = useState<Step>();
  const place = useFocusAfter<HTMLDivElement>(step !== undefined);
  if (!mayDo(user, 'change', 'incidents:manage')) return null;
  return (
    <div ref={place} tabIndex={-1}>
      <Work found={found} step={step} setStep={setStep} />
    </div>
  );
}

interface WorkProps {
  found: StaffIncident;
  step: Step | undefined;
  setStep: (step: Step | undefined) => void;
}

function Work({ found, step, setStep }: WorkProps) {
  const { t } = useIncidentTexts();
  const owning = useOwning(found);
  const isOver = found.state === 'closed';
  const onClose = () => setStep(undefined);
  if (step === 'public') return <PublicForm found={found} onClose={onClose} />;
  if (step === 'change') return <ChangeForm found={found} onClose={onClose} />;
  if (step) return <WordsForm key={step} found={found} to={step} onClose={onClose} />;
  return (
    <Card title={t('work.title')}>
      <Stack gap={12}>
        {owning.failure && <Alert tone="danger">{owning.failure}</Alert>}
        <Cluster gap="8-12">
          {!isOver && (
            <>
              <Button icon="globe" onClick={() => setStep('public')}>
                {t('work.public')}
              </Button>
              <Button variant="secondary" icon="gauge" onClick={() => setStep('change')}>
                {t('work.change')}
              </Button>
              <Button variant="secondary" icon="check" onClick={() => setStep('close')}>
                {t('work.close')}
              </Button>
              <Button
                variant="quiet"
                icon="user"
                loading={owning.isSending}
                onClick={() => void owning.toggle()}
              >
                {t(found.owner ? 'work.put_back' : 'work.take')}
              </Button>
            </>
          )}
          <Button variant="quiet" icon="pencil" onClick={() => setStep('note')}>
            {t('work.note')}
          </Button>
        </Cluster>
      </Stack>
    </Card>
  );
}

function useOwning({ id, version, owner }: StaffIncident) {
  const { t } = useIncidentTexts();
  const { show } = useToast();
  const known = useIncidentUpdate();
  const refresh = useIncidentRefresh(id);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toggle = async () => {
    setIsSending(true);
    setFailure(undefined);
    try {
      known(await ownIncident(id, { owner: owner ? 'nobody' : 'me', version }));
      show({ type: 'success', message: t(owner ? 'work.gave_back' : 'work.took') });
    } catch (error) {
      void refresh();
      setFailure(failureText(error, { failed: t('work.own_failed') }));
    } finally {
      setIsSending(false);
    }
  };
  return { toggle, isSending, failure };
}
