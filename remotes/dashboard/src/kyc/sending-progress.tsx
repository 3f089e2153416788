import type { Progress } from '@bank/client/fetch-with-progress';
import { Alert } from '@bank/ui/alert';
import { useTexts } from '../texts';

export function SendingProgress({ progress: { sent, total } }: { progress: Progress }) {
  const { t } = useTexts();
  return <Alert>{t(sent < total ? 'kyc.sending' : 'kyc.checking')}</Alert>;
}
