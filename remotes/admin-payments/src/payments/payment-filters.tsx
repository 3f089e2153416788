import { paymentStatuses, riskLevels, stageFilters } from '@bank/contracts/payments';
import { FilterPanel } from '@bank/client/filter-panel';
import { HolderField } from '@bank/client/work';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useRailTexts } from '../rail/texts';
import { useTexts } from '../texts';
import styles from './payment-filters.module.css';

interface PaymentFiltersProps {
  search: string;
  onSearch: (text: string) => void;
  status: string;
  onStatus: (status: string) => void;
  stage: string;
  onStage: (stage: string) => void;
  mine: string;
  onMine: (mine: string) => void;
  risk: string;
  onRisk: (risk: string) => void;
}

export function PaymentFilters(props: PaymentFiltersProps) {
  const { search, onSearch, status, onStatus, stage, onStage, risk, onRisk, mine, onMine } = props;
  const { t } = useTexts();
  const { t: rail } = useRailTexts();
  const chosen = [status !== 'pending', stage !== 'all', risk !== 'all', mine !== ''].filter(Boolean).length;
  return (
    <FilterPanel
      label={t('payments.filters')}
      className={styles.filters}
      chosen={chosen}
      lead={
        <TextField
          label={t('payments.search')}
          type="search"
          placeholder={t('payments.search_hint')}
          maxLength={120}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
        />
      }
    >
      <SelectField
        label={t('payments.status')}
        options={(['all', ...paymentStatuses] as const).map((value) => ({
          value,
          label: t(`payments.status_${value}`),
        }))}
        value={status}
        onChange={({ target }) => onStatus(target.value)}
      />
      <SelectField
        label={rail('stage.label')}
        options={stageFilters.map((value) => ({ value, label: rail(`stage.${value}`) }))}
        value={stage}
        onChange={({ target }) => onStage(target.value)}
      />
      <SelectField
        label={t('payments.risk_filter')}
        options={[
          { value: 'all', label: t('payments.risk_every') },
          ...riskLevels.map((value) => ({ value, label: t(`payments.risk_${value}`) })),
        ]}
        value={risk}
        onChange={({ target }) => onRisk(target.value)}
      />
      <HolderField value={mine} onChange={onMine} />
    </FilterPanel>
  );
}
