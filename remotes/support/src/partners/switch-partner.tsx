import { useRef } from 'react';
import type { Partner } from '@bank/contracts/partners';
import { failureText } from '@bank/client/call-failure';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useSwitchPartner } from './partners.api';
import { usePartnerTexts } from './texts';

/** Turns a partner on, or off after a question. */
export function SwitchPartner({ partner: { id, name, status } }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { mutate, isPending } = useSwitchPartner();
  const question = useUrlDialog('deactivate');
  const keep = useRef<HTMLButtonElement>(null);
  const turn = (wanted: Partner['status']) =>
    mutate(
      { id, status: wanted },
      {
        onSuccess: () => {
          const done = wanted === 'active' ? 'switch.activated' : 'switch.deactivated';
          show({ type: 'success', message: t(done, { name }) });
          if (wanted === 'inactive') question.close();
        },
        onError: (error) => {
          const failed = t('switch.failed');
          show({ type: 'error', message: failureText(error, { failed, offline: failed }) });
        },
      },
    );
  if (status === 'inactive') {
    return (
      <Button loading={isPending} onClick={() => turn('active')}>
        {t('switch.activate')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={question.open}>
        {t('switch.deactivate')}
      </Button>
      <Dialog
        open={question.isOpen}
        role="alertdialog"
        size="small"
        onClose={question.close}
        initialFocus={keep}
        title={t('switch.question')}
        description={t('switch.message', { name })}
        actions={
          <>
            <Button variant="danger" loading={isPending} onClick={() => turn('inactive')}>
              {t('switch.deactivate')}
            </Button>
            <Button ref={keep} variant="secondary" onClick={question.close}>
              {shared.t('action.cancel')}
            </Button>
          </>
        }
      />
    </>
  );
}
