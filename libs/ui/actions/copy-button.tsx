import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from './button';
import { useToast } from '../feedback/toast';

export interface CopyButtonProps {
  text: string;
  /** The visible label, and an accessible name where that is not enough. */
  label: string;
  fullLabel?: string;
  /** The message after copying. */
  done: string;
}

/** Copies a text and reports success or failure in a toast. */
export function CopyButton({ text, label, fullLabel, done }: CopyButtonProps) {
  const { t } = useSharedTexts();
  const { show } = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => show({ type: 'success', message: done }),
      () => show({ type: 'error', message: t('copy.failed') }),
    );
  return (
    <Button variant="secondary" size="small" icon="copy" aria-label={fullLabel} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
