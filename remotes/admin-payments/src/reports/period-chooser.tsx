import { reportDays } from '@bank/contracts/reports';
import { Cluster } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import { type Period, periodOf, type Preset, presets, problemOf } from './periods';

interface PeriodChooserProps {
  period: Period;
  onChange: (period: Period) => void;
}

export function PeriodChooser({ period, onChange }: PeriodChooserProps) {
  const { t } = useTexts();
  const { dateFrom, dateTo } = period;
  const chosen = presets.find((preset) => {
    const of = periodOf(preset);
    return of.dateFrom === dateFrom && of.dateTo === dateTo;
  });
  const problem = problemOf(period);
  return (
    <Cluster gap="12-16" align="end" role="search" aria-label={t('reports.period')}>
      <Segmented<Preset | 'other'>
        label={t('reports.presets')}
        options={presets.map((value) => ({ value, label: t(`reports.${value}`) }))}
        value={chosen ?? 'other'}
        onChange={(preset) => preset !== 'other' && onChange(periodOf(preset))}
      />
      <TextField
        label={t('reports.from')}
        type="date"
        value={dateFrom}
        onChange={({ target }) => onChange({ ...period, dateFrom: target.value })}
      />
      <TextField
        label={t('reports.to')}
        type="date"
        value={dateTo}
        error={problem && t(`reports.period_${problem}`, { most: reportDays.most })}
        onChange={({ target }) => onChange({ ...period, dateTo: target.value })}
      />
    </Cluster>
  );
}
