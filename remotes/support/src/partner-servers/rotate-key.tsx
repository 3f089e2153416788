import { useState } from 'react';
import { keyOverlapHours, type SecretKey } from '@bank/contracts/partner-servers';
import { failureText } from '@bank/client/call-failure';
import { useIsShown } from '@bank/client/use-is-shown';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { useRotateSecretKey } from './partner-servers.api';
import { useServerTexts } from './texts';

/** How long both keys may work, in hours. */
const overlaps = [0, keyOverlapHours.usual, 72, keyOverlapHours.most] as const;

interface RotateKeyProps {
  partnerId: number;
  chosen: SecretKey;
  /** Also after the dialog was closed: the new key replaces the old one all the same. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Replaces a key after the choice of an overlap. */
export function RotateKey({ partnerId, chosen, onMade, onClose }: RotateKeyProps) {
  const { t } = useServerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const { mutateAsync, isPending } = useRotateSecretKey(partnerId, chosen.id);
  const isShown = useIsShown();
  const [hours, setHours] = useState<number>(keyOverlapHours.usual);
  const rotate = async () => {
    try {
      onMade((await mutateAsync(hours)).secret);
      if (isShown()) onClose();
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('keys.rotate_failed') }) });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.rotate_question')}
      description={t('keys.rotate_message', { key: chosen.name || chosen.hint })}
      actions={
        <>
          <Button loading={isPending} onClick={() => void rotate()}>
            {t('keys.rotate')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
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
