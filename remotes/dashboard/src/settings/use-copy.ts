import { useTexts } from '../texts';
import { useSettingsMessages } from './settings-messages';

/** Copies a text and says so, or that the browser refused. */
export function useCopy() {
  const { t } = useTexts();
  const { say } = useSettingsMessages();
  return async (text: string, success: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      say('error', t('settings.copy_failed'));
      return;
    }
    say('success', success);
  };
}
