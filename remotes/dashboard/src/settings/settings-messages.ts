import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useIsShown } from '@bank/client/use-is-shown';
import { type ToastType, useToast } from '@bank/ui/toast';
import { useSettingsTexts } from './texts';

/** The duration of a message, in ms (specification 2, section 9). */
const messageDuration = 3000;

/** Reports the outcomes of changes; errors of fields are left to their forms. */
export function useSettingsMessages() {
  const { t } = useSettingsTexts();
  const { show } = useToast();
  const isShown = useIsShown();

  const showMessage = (type: ToastType, message: string) =>
    show({ type, message, duration: messageDuration });

  const reportFailure = (error: unknown) => {
    showMessage('error', failureText(error, { failed: t('settings.update_failed'), isFixed: true }));
  };

  /** Makes the change and reports the outcome; rethrows a failure for the form. */
  const reportOutcome = async (success: string, change: () => Promise<void>) => {
    try {
      await change();
    } catch (error) {
      // A form that is gone shows its failures in a toast.
      if (!isAboutFields(error) && isShown()) reportFailure(error);
      throw error;
    }
    showMessage('success', success);
  };

  return { showMessage, reportFailure, reportOutcome };
}

const isAboutFields = (error: unknown) => error instanceof ApiError && Object.keys(error.fields).length > 0;
