import { PreferencesSettings } from './preferences-form';
import { PushCard } from '../push/push-card';

export function NotificationSettings() {
  return (
    <>
      <PreferencesSettings />
      <PushCard />
    </>
  );
}
