import { useRef } from 'react';
import { type Profile, saveProfileRequest } from '@bank/contracts/settings';
import { useBankForm } from '@bank/client/form';
import { LoadingRows } from '@bank/client/query-boundary';
import { Card } from '@bank/ui/card';
import { TextField } from '@bank/ui/text-field';
import { useSettingsTexts } from './texts';
import { FetchedSettings } from './fetched-settings';
import { PendingEmail } from './pending-email';
import { PhoneVerification } from '../phone/phone-verification';
import { SettingsForm } from './settings-form';
import { useSettingsMessages } from './settings-messages';
import { usePreferences, useProfile, useSaveProfile } from './settings.api';
import styles from './settings.module.css';
import { useStoredSince } from '../use-stored-since';

/** The fields of the profile in order, with their autofill attributes. */
const inputs = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel' },
  address: { autoComplete: 'street-address' },
  postalCode: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
  country: { autoComplete: 'country-name' },
} as const satisfies Record<Exclude<keyof Profile, 'pendingEmail'>, object>;

const names = Object.keys(inputs) as (keyof typeof inputs)[];

/** Of the placeholder: a field with its label is higher than a row. */
const rows = Math.ceil(names.length * 1.6);

export function ProfileSettings() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.profile')}>
      <p className={styles.lead}>{t('settings.profile_lead')}</p>
      <FetchedSettings query={useProfile()} rows={rows} failed={t('settings.profile_failed')}>
        {(profile) => <ProfileParts {...profile} />}
      </FetchedSettings>
    </Card>
  );
}

/** The change that waits to be confirmed, and the form, which takes the focus once none does. */
function ProfileParts({ pendingEmail, ...profile }: Profile) {
  const form = useRef<HTMLDivElement>(null);
  const focusForm = () => form.current?.focus();
  // They decide whether the form begins lower, under an offer.
  const preferences = usePreferences();
  if (preferences.isLoading) return <LoadingRows rows={rows} />;
  return (
    <>
      {pendingEmail && <PendingEmail address={pendingEmail} onCancelled={focusForm} />}
      {profile.phone !== '' && preferences.data?.textMessages === 'unverified' && (
        <PhoneVerification key={profile.phone} phone={profile.phone} onVerified={focusForm} />
      )}
      <div ref={form} tabIndex={-1}>
        <ProfileForm saved={profile} />
      </div>
    </>
  );
}

function ProfileForm({ saved }: { saved: Profile }) {
  const { t } = useSettingsTexts();
  const save = useSaveProfile();
  const { reportOutcome } = useSettingsMessages();
  const form = useBankForm({
    schema: saveProfileRequest,
    defaultValues: saved,
    draft: 'settings-profile',
  });
  const { register, errorOf, formState } = form;
  useStoredSince(form, names, saved);
  const onSubmit = form.submit((typed) => {
    const confirmation =
      typed.email === saved.email
        ? t('settings.profile_saved')
        : t('settings.email_requested', { address: typed.email });
    return reportOutcome(confirmation, async () => {
      const { pendingEmail: _, ...stored } = await save(typed);
      form.resetSent(stored);
    });
  });
  const typed = form.watch();
  const fields = names.map((name) => ({
    ...register(name),
    ...inputs[name],
    id: `profile-${name}`,
    label: t(`settings.${name}`),
    error: errorOf(name),
    ...(name === 'email' && { hint: t('settings.email_hint') }),
    ...(name === 'phone' ? { optional: true } : { 'aria-required': true }),
  }));
  return (
    <SettingsForm
      fields={fields}
      state={formState}
      action={t('settings.save')}
      note={names.some((name) => typed[name] !== saved[name]) ? t('settings.unsaved') : undefined}
      onSubmit={(event) => void onSubmit(event)}
    >
      {fields.map((field) => (
        <TextField key={field.id} {...field} />
      ))}
    </SettingsForm>
  );
}
