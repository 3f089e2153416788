import type { Partner } from '@bank/contracts/partners';
import { Badge } from '@bank/ui/badge';
import { usePartnerTexts } from './texts';

/** Whether a partner's widgets are shown. */
export function PartnerStatus({ status }: Pick<Partner, 'status'>) {
  const { t } = usePartnerTexts();
  return <Badge tone={status === 'active' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Badge>;
}
