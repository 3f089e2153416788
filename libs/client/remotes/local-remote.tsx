import { useState } from 'react';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import { withoutLocalRemote } from '@bank/contracts/routes';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { api } from '../http/api';
import { failureText } from '../http/call-failure';
import { config } from '../http/config';
import { OverrideBadge } from './override-badge';
import { mayDo, useSession } from '../session/session';
import { useLocalTexts } from './local-texts';

/** Asks before a remote is loaded from the developer's own machine, and shows a badge while one is. */
export function LocalRemotes() {
  const { local_remote_request: request, local_overrides: taken } = config;
  return (
    <>
      {request && <Request request={request} />}
      {taken && <Taken taken={taken} />}
    </>
  );
}

/** Requested by the URL (`?remote.cards=…`); only an administrator is asked. */
function Request({ request }: { request: LocalRemote }) {
  const { state, user } = useSession();
  const [closed, setClosed] = useState<'question' | 'refusal'>();
  if (state !== 'signed-in' && state !== 'signed-out') return null;
  // Another person may sign in on the same page.
  const shown = mayDo(user, 'change', 'releases:manage') ? 'question' : 'refusal';
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
  const { t } = useLocalTexts();
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
  const { t } = useLocalTexts();
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

/** Shown over every page, so that local code is not mistaken for the bank's. */
function Taken({ taken }: { taken: LocalRemote[] }) {
  const { t } = useLocalTexts();
  return (
    <OverrideBadge
      label={t('local.label')}
      end={{ label: t('local.reset'), address: '/remotes/local/reset', failed: t('local.reset_failed') }}
    >
      {taken.map(({ remote, address }) => (
        <p key={remote}>{t('local.comes_from', { remote, address })}</p>
      ))}
    </OverrideBadge>
  );
}
