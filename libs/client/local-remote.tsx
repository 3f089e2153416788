import { useState } from 'react';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import { allows } from '@bank/contracts/permissions';
import { withoutLocalRemote } from '@bank/contracts/routes';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { api } from './api';
import { failureText } from './call-failure';
import { config } from './config';
import { OwnBadge } from './own-badge';
import { useSession } from './session';
import { useClientTexts } from './texts';

/** Asks before a remote comes from the reader's own machine, and says so as long as one does. */
export function LocalRemotes() {
  const { local_remote_request: request, local_overrides: taken } = config;
  return (
    <>
      {request && <Request request={request} />}
      {taken && <Taken taken={taken} />}
    </>
  );
}

/** An address may ask for it (`?remote.cards=…`); an administrator answers, and nobody else is asked. */
function Request({ request }: { request: LocalRemote }) {
  const { state, user } = useSession();
  const [closed, setClosed] = useState<'question' | 'refusal'>();
  if (state !== 'signed-in' && state !== 'signed-out') return null;
  // The same page serves whoever signs in on it next.
  const shown = user && allows(user.role, 'releases:manage') ? 'question' : 'refusal';
  if (closed === shown) return null;
  const close = () => setClosed(shown);
  return shown === 'question' ? (
    <Question request={request} onClose={close} />
  ) : (
    <Refusal request={request} onClose={close} />
  );
}

interface DialogProps {
  request: LocalRemote;
  onClose: () => void;
}

function Refusal({ request: { remote, address }, onClose }: DialogProps) {
  const { t } = useClientTexts();
  const shared = useSharedTexts();
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('local.refused_title')}
      description={t('local.refused_message', { remote, address })}
      actions={<Button onClick={onClose}>{shared.t('action.close')}</Button>}
    />
  );
}

function Question({ request, onClose }: DialogProps) {
  const { remote, address } = request;
  const { t } = useClientTexts();
  const shared = useSharedTexts();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setIsSending(true);
    setFailure(undefined);
    try {
      await api.post('/admin/local_remotes', request);
      location.replace(location.pathname + withoutLocalRemote(location.search, remote) + location.hash);
    } catch (error) {
      setFailure(failureText(error, { failed: t('local.failed') }));
      setIsSending(false);
    }
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={onClose}
      title={t('local.question', { remote })}
      description={t('local.message', { remote, address })}
      actions={
        <>
          <Button loading={isSending} onClick={() => void confirm()}>
            {shared.t('action.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
    </Dialog>
  );
}

/** Stands over every page: nobody should take what a developer's machine shows for the bank's own. */
function Taken({ taken }: { taken: LocalRemote[] }) {
  const { t } = useClientTexts();
  return (
    <OwnBadge
      label={t('local.label')}
      end={{ label: t('local.reset'), address: '/remotes/local/reset', failed: t('local.reset_failed') }}
    >
      {taken.map(({ remote, address }) => (
        <p key={remote}>{t('local.comes_from', { remote, address })}</p>
      ))}
    </OwnBadge>
  );
}
