import { useState } from 'react';
import { keyOverlapHours, type SecretKey } from '@bank/contracts/partner-servers';
import { failureText } from '@bank/client/call-failure';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { useRotateSecretKey } from './partner-servers.api';
import { ShownSecret } from './shown-secret';
import { useServerTexts } from './texts';

/** How long both keys may work, in hours. */
const overlaps = [0, keyOverlapHours.usual, 72, keyOverlapHours.most] as const;

interface RotateKeyProps {
  partnerId: number;
  chosen: SecretKey;
  onClose: () => void;
}

/** Replaces a key after the choice of an overlap, and shows the new one. */
export function RotateKey({ partnerId, chosen, onClose }: RotateKeyProps) {
  const { t } = useServerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { mutate, isPending } = useRotateSecretKey(partnerId, chosen.id);
  const [hours, setHours] = useState<number>(keyOverlapHours.usual);
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <ShownSecret title={t('keys.made')} secret={secret} onClose={onClose} />;
  const rotate = () =>
    mutate(hours, {
      onSuccess: (made) => setSecret(made.secret),
      onError: (error) =>
        show({ type: 'error', message: failureText(error, { failed: t('keys.rotate_failed') }) }),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.rotate_question')}
      description={t('keys.rotate_message', { key: chosen.name || chosen.hint })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
          <Button loading={isPending} onClick={rotate}>
            {t('keys.rotate')}
          </Button>
        </>
      }
    >
      <Stack>
        <SelectField
          label={t('keys.overlap')}
          options={overlaps.map((value) => ({
            value: String(value),
            label: value === 0 ? t('keys.overlap_none') : t('keys.overlap_hours', { count: value }),
          }))}
          value={String(hours)}
          onChange={({ target }) => setHours(Number(target.value))}
        />
      </Stack>
    </Dialog>
  );
}
