// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { useFileTexts } from '../http/file-texts';

interface LostFilesProps {
  /** Of `useLostFiles`. */
  names: readonly string[];
  /** The form does without them; the focus goes elsewhere. */
  onForgo: () => void;
}

/** Asks again for the files that the browser could not keep, or to do without them. Stands beside their field. */
export function LostFiles({ names, onForgo }: LostFilesProps) {
  const { t } = useFileTexts();
  if (names.length === 0) return null;
  return (
    <Alert tone="warning">
      <Stack gap={8} align="start">
        <p>{t('lost', { names: names.join(', ') })}</p>
        <Button variant="secondary" size="small" onClick={onForgo}>
          {t('forgo')}
        </Button>
      </Stack>
    </Alert>
  );
}
