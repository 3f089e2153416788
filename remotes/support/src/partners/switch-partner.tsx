import type { Partner } from '@bank/contracts/partners';
import { failureText } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useSwitchPartner } from './partners.api';
import { usePartnerTexts } from './texts';

/** Activates a partner, or deactivates it after confirmation. */
export function SwitchPartner({ partner }: { partner: Partner }) {
  return partner.status === 'inactive' ? <TurnOn partner={partner} /> : <TurnOff partner={partner} />;
}

function TurnOn({ partner: { id, name } }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const { show } = useToast();
  const { mutateAsync, isPending } = useSwitchPartner();
  const turnOn = async () => {
    try {
      await mutateAsync({ id, status: 'active' });
      show({ type: 'success', message: t('switch.activated', { name }) });
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('switch.failed') }) });
    }
  };
  return (
    <Button loading={isPending} onClick={() => void turnOn()}>
      {t('switch.activate')}
    </Button>
  );
}

function TurnOff({ partner: { id, name } }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const { mutateAsync } = useSwitchPartner();
  const { isOpen, open, close } = useUrlDialog('deactivate');
  return (
    <>
      <Button variant="secondary" onClick={open}>
        {t('switch.deactivate')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          danger
          title={t('switch.question')}
          description={t('switch.message', { name })}
          action={t('switch.deactivate')}
          onConfirm={() => mutateAsync({ id, status: 'inactive' })}
          done={t('switch.deactivated', { name })}
          failed={t('switch.failed')}
          onClose={close}
        />
      )}
    </>
  );
}
