import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TwoFactorState } from '@bank/contracts/settings';
import { useTwoFactor } from '@bank/client/account-queries';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { useSettingsTexts } from './texts';
import { FetchedSettings } from './fetched-settings';
import { RecoveryCodes } from './recovery-codes';
import { useSettingsMessages } from './settings-messages';
import { useNewRecoveryCodes, useSetUpTwoFactor } from './settings.api';
import settings from './settings.module.css';
import styles from './two-factor-card.module.css';
import { TwoFactorOff } from './two-factor-off';
import { TwoFactorSetupSteps } from './two-factor-setup';

/** The state of the second factor, with its setup and removal. */
export function TwoFactorCard() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.two_factor')}>
      <FetchedSettings query={useTwoFactor()} rows={2} failed={t('settings.two_factor_failed')}>
        {(state) => <TwoFactor state={state} />}
      </FetchedSettings>
    </Card>
  );
}

/** One step at a time; the server's state takes precedence over a local step. */
function TwoFactor({ state: { enabled, recovery_codes_left: left } }: { state: TwoFactorState }) {
  const { codes, dismiss } = useNewRecoveryCodes();
  const { mutate, data: setup, isPending, reset } = useSetUpTwoFactor();
  const { reportFailure } = useSettingsMessages();
  const [turningOff, setTurningOff] = useState(false);
  const { t } = useSettingsTexts();

  if (codes.length > 0) {
    return (
      <Step name="codes">
        <RecoveryCodes codes={codes} onDismiss={dismiss} />
      </Step>
    );
  }
  if (enabled && turningOff) {
    return (
      <Step name="turning-off">
        <TwoFactorOff onEnd={() => setTurningOff(false)} />
      </Step>
    );
  }
  if (!enabled && setup) {
    return (
      <Step name="setup">
        <TwoFactorSetupSteps setup={setup} onEnd={reset} />
      </Step>
    );
  }
  return (
    <Step name="state">
      <State enabled={enabled} left={left} />
      {enabled ? (
        <Button variant="secondary" onClick={() => setTurningOff(true)}>
          {t('settings.two_factor_turn_off')}
        </Button>
      ) : (
        <Button
          icon="shield-check"
          loading={isPending}
          onClick={() => mutate(undefined, { onError: reportFailure })}
        >
          {t('settings.two_factor_turn_on')}
        </Button>
      )}
    </Step>
  );
}

function State({ enabled, left }: { enabled: boolean; left: number }) {
  const { t } = useSettingsTexts();
  return (
    <>
      <p>
        <Badge tone={enabled ? 'success' : 'neutral'}>
          {t(enabled ? 'settings.two_factor_on' : 'settings.two_factor_none')}
        </Badge>
      </p>
      <p className={settings.lead}>
        {enabled ? t('settings.two_factor_left', { count: left }) : t('settings.two_factor_lead')}
      </p>
    </>
  );
}

/** A step of the card, which takes the focus after another one, for screen readers. */
function Step({ name, children }: { name: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const first = useRef<string | undefined>(name);
  useEffect(() => {
    if (first.current === name) return;
    first.current = undefined;
    element.current?.focus();
  }, [name]);
  return (
    <Stack ref={element} tabIndex={-1} gap={12} align="start" className={styles.step}>
      {children}
    </Stack>
  );
}
