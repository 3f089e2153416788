import type { ReactNode } from 'react';
import {
  type Preferences,
  type PreferencesAnswer,
  type Profile,
  savePreferencesRequest,
} from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { useSettingsTexts } from './texts';
import { FetchedSettings } from './fetched-settings';
import styles from './preferences-form.module.css';
import { SettingsForm } from './settings-form';
import { useSettingsMessages } from './settings-messages';
import { usePreferences, useProfile, useSavePreferences } from './settings.api';
import settings from './settings.module.css';
import { useStoredSince } from '../use-stored-since';

const groups = {
  ways: ['emailNotifications', 'smsNotifications', 'pushNotifications', 'pushAmounts'],
  subjects: ['transactionAlerts', 'securityAlerts', 'marketingEmails'],
  finding: ['foundByEmail', 'foundByPhone'],
} as const satisfies Record<string, readonly (keyof Preferences)[]>;

const names = [...groups.ways, ...groups.subjects, ...groups.finding];

export function PreferencesSettings() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.preferences')}>
      <p className={settings.lead}>{t('settings.preferences_lead')}</p>
      <FetchedSettings query={usePreferences()} rows={names.length} failed={t('settings.preferences_failed')}>
        {(preferences) => (
          // Push notifications are also switched on by the card of this device.
          <PreferencesForm key={String(preferences.pushNotifications)} saved={preferences} />
        )}
      </FetchedSettings>
    </Card>
  );
}

/** Without a sender of text messages that choice is not there. */
const isOffered =
  ({ textMessages }: PreferencesAnswer) =>
  (name: keyof Preferences) =>
    name !== 'smsNotifications' || textMessages !== 'not_configured';

/**
 * The choices that cannot be changed: security alerts, so that a stolen session cannot silence them, and text messages without
 * a verified number.
 */
const fixed = ({
  smsNotifications,
  textMessages,
}: PreferencesAnswer): Partial<Record<keyof Preferences, { checked: boolean; disabled: true }>> => ({
  securityAlerts: { checked: true, disabled: true },
  ...(textMessages === 'unverified' && {
    smsNotifications: { checked: smsNotifications, disabled: true },
  }),
});

const chosenIn = ({ textMessages: _state, ...chosen }: PreferencesAnswer): Preferences => chosen;

function PreferencesForm({ saved }: { saved: PreferencesAnswer }) {
  const { t } = useSettingsTexts();
  const save = useSavePreferences();
  const { reportOutcome } = useSettingsMessages();
  const form = useBankForm({
    schema: savePreferencesRequest,
    defaultValues: chosenIn(saved),
    draft: 'settings-preferences',
  });
  useStoredSince(form, names, saved);
  const onSubmit = form.submit((chosen) =>
    reportOutcome(t('settings.preferences_saved'), async () =>
      form.resetSent(chosenIn(await save({ ...chosen, securityAlerts: true }))),
    ),
  );
  const chosen = form.watch();
  const hints = useHints(saved);
  return (
    <SettingsForm
      fields={[]}
      state={form.formState}
      action={t('settings.preferences_save')}
      note={names.some((name) => chosen[name] !== saved[name]) ? t('settings.unsaved') : undefined}
      onSubmit={(event) => void onSubmit(event)}
    >
      {(['ways', 'subjects', 'finding'] as const).map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.legend}>{t(`settings.${group}`)}</legend>
          {groups[group].filter(isOffered(saved)).map((name) => (
            <CheckboxField
              key={name}
              name={name}
              {...(fixed(saved)[name] ?? form.register(name))}
              label={t(`settings.${name}`)}
              hint={hints[name]}
            />
          ))}
        </fieldset>
      ))}
    </SettingsForm>
  );
}

/** The hints of the choices; text messages need a verified phone number. */
function useHints({ textMessages }: PreferencesAnswer) {
  const { t } = useSettingsTexts();
  const { data: profile } = useProfile();
  const toProfile = (missing: string, action: string) => (
    <>
      {missing} <Link to="?tab=profile">{action}</Link>
    </>
  );
  const smsHint = ({ phone }: Profile) => {
    if (phone === '') return toProfile(t('settings.sms_needs_phone'), t('settings.sms_add_phone'));
    if (textMessages === 'available') return t('settings.sms_to', { number: phone });
    return toProfile(t('settings.sms_unverified', { number: phone }), t('settings.sms_verify'));
  };
  const hints: Partial<Record<keyof Preferences, ReactNode>> = {
    emailNotifications: profile && t('settings.email_to', { address: profile.email }),
    smsNotifications: profile && smsHint(profile),
    pushNotifications: t('settings.pushNotifications_hint'),
    pushAmounts: t('settings.pushAmounts_hint'),
    transactionAlerts: t('settings.transactionAlerts_hint'),
    securityAlerts: t('settings.securityAlerts_hint'),
    marketingEmails: t('settings.marketingEmails_hint'),
    foundByEmail: t('settings.foundByEmail_hint'),
    foundByPhone: t('settings.foundByPhone_hint'),
  };
  return hints;
}
