import type { KycDocument } from '@bank/contracts/kyc';
import type { KycFinding } from '@bank/contracts/kyc-findings';
import { listedCountries } from '@bank/contracts/listed-countries';
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
  const sentenceOf = useSentences();
  const { t } = useTexts();
  const own = findings.filter(({ document_id: id }) => id === (document?.id ?? null));
  if (own.length === 0) return null;
  const label = document ? t('kyc.findings_of', { name: document.name }) : t('kyc.findings');
  return (
    <Stack as="ul" gap={8} aria-label={label}>
      {own.map((finding) => (
        <li key={`${finding.code} ${JSON.stringify(finding.values)}`}>
          <Badge tone={tones[finding.severity]}>{t(`kyc.severity_${finding.severity}`)}</Badge>{' '}
          {sentenceOf(finding)}
        </li>
      ))}
    </Stack>
  );
}

function useSentences() {
  const { t, language } = useTexts();
  const { date, percent } = useFormat();
  const read: Partial<Record<string, (value: string) => string>> = {
    countries: (codes) => listedCountries(codes, language) || t('kyc.finding_no_country'),
    likeness: (ratio) => percent(Number(ratio)),
  };
  const valueOf = (name: string, value: string) =>
    read[name]?.(value) ?? (isDay.test(value) ? date(value) : value);
  return ({ code, values }: KycFinding): string => {
    const { kind } = values;
    if (code === 'document_missing' && isKind(kind))
      return t('kyc.finding_document_missing', { kind: t(`kyc.kind_${kind}`) });
    const shown = Object.entries(values).map(([name, value]) => [name, valueOf(name, value)]);
    return t(`kyc.finding_${code}`, Object.fromEntries(shown) as KycFinding['values']);
  };
}

const isDay = /^\d{4}-\d\d-\d\d$/;

const isKind = (kind: string | undefined): kind is KycDocument['kind'] =>
  kind === 'identity' || kind === 'address' || kind === 'income' || kind === 'selfie';
