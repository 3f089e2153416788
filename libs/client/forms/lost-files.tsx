// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
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
      <p>{t('lost', { names: names.join(', ') })}</p>
      <Button variant="quiet" size="small" onClick={onForgo}>
        {t('forgo')}
      </Button>
    </Alert>
  );
}
