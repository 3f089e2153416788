import type { KycDocument } from '@bank/contracts/kyc';
import type { KycFinding } from '@bank/contracts/kyc-findings';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Stack } from '@bank/ui/layout';
import { useTexts } from '../texts';

const tones = { note: 'info', doubt: 'warning', objection: 'danger' } as const;

/** The automated check's findings, in words; `document` restricts them to one, null to the whole file. */
export function Findings({
  findings,
  document,
}: {
  findings: readonly KycFinding[];
  document: KycDocument | null;
}) {
  const { t } = useTexts();
  const { date } = useFormat();
  const own = findings.filter(({ document_id: id }) => id === (document?.id ?? null));
  if (own.length === 0) return null;
  const label = document ? t('kyc.findings_of', { name: document.name }) : t('kyc.findings');
  return (
    <Stack as="ul" gap={8} aria-label={label}>
      {own.map((finding) => (
        <li key={`${finding.code} ${JSON.stringify(finding.values)}`}>
          <Badge tone={tones[finding.severity]}>{t(`kyc.severity_${finding.severity}`)}</Badge>{' '}
          {sentenceOf(finding, t, date)}
        </li>
      ))}
    </Stack>
  );
}

function sentenceOf(
  { code, values }: KycFinding,
  t: ReturnType<typeof useTexts>['t'],
  date: (day: string) => string,
): string {
  const { kind } = values;
  if (code === 'document_missing' && isKind(kind))
    return t('kyc.finding_document_missing', { kind: t(`kyc.kind_${kind}`) });
  const read = Object.entries(values).map(([name, value]) => [name, isDay.test(value) ? date(value) : value]);
  return t(`kyc.finding_${code}`, Object.fromEntries(read) as KycFinding['values']);
}

const isDay = /^\d{4}-\d\d-\d\d$/;

const isKind = (kind: string | undefined): kind is KycDocument['kind'] =>
  kind === 'identity' || kind === 'address' || kind === 'income' || kind === 'selfie';
