import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { type ToastType, useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';

/** How long a message of the settings stays, in milliseconds (specification 2, section 9). */
const messageDuration = 3000;

/** Says how a change ended. What concerns a field is left to its form, which keeps it. */
export function useSettingsMessages() {
  const { t } = useTexts();
  const { show } = useToast();

  const say = (type: ToastType, message: string) => show({ type, message, duration: messageDuration });

  const failed = (error: unknown) => {
    say('error', failureText(error, { failed: t('settings.update_failed'), isFixed: true }));
  };

  /** Makes the change and says so, or why not; a failure goes on to the form, which keeps what was typed. */
  const tell = async (success: string, change: () => Promise<void>) => {
    try {
      await change();
    } catch (error) {
      if (!isAboutFields(error)) failed(error);
      throw error;
    }
    say('success', success);
  };

  return { say, failed, tell };
}

const isAboutFields = (error: unknown) => error instanceof ApiError && Object.keys(error.fields).length > 0;
