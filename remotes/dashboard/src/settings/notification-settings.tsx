import { PreferencesSettings } from './preferences-form';
import { PushCard } from './push-card';

export function NotificationSettings() {
  return (
    <>
      <PreferencesSettings />
      <PushCard />
    </>
  );
}
