import { type Payment, riskLevel, type RiskLevel } from '@bank/contracts/payments';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';

const riskTones: Record<RiskLevel, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };
const statusTones: Record<Payment['status'], BadgeTone> = {
  pending: 'waiting',
  completed: 'success',
  failed: 'danger',
};

interface Look {
  /** Without an icon, for a column. */
  plain?: boolean;
}

/** The risk depends on the amount alone (specification 1, section 9), in euros. */
export function RiskBadge({ amount, plain }: Pick<Payment, 'amount'> & Look) {
  const { t } = useTexts();
  const level = riskLevel(amount);
  return (
    <Badge tone={riskTones[level]} icon={plain ? false : undefined}>
      {t(`payments.risk_${level}`)}
    </Badge>
  );
}

export function StatusBadge({ status, plain }: Pick<Payment, 'status'> & Look) {
  const { t } = useTexts();
  return (
    <Badge tone={statusTones[status]} icon={plain ? false : undefined}>
      {t(`payments.status_${status}`)}
    </Badge>
  );
}

/** `sepa_transfer` is shown as `SEPA TRANSFER` (specification 1, section 3). */
export const methodText = (method: string) => method.replaceAll('_', ' ').toUpperCase();
