import { useSettingsTexts } from './texts';
import { useSettingsMessages } from './settings-messages';

export function useCopy() {
  const { t } = useSettingsTexts();
  const { showMessage } = useSettingsMessages();
  return async (text: string, success: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      showMessage('error', t('settings.copy_failed'));
      return;
    }
    showMessage('success', success);
  };
}
