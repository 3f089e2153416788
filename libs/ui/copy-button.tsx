import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from './button';
import { useToast } from './toast';

export interface CopyButtonProps {
  text: string;
  /** What stands on the button, and what is read aloud where that is not enough. */
  label: string;
  fullLabel?: string;
  /** What is said once it is copied. */
  done: string;
}

/** Copies a text, and says so or that the browser refused. */
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
