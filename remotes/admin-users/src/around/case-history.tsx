import { useState } from 'react';
import type { StaffCase } from '@bank/contracts/cases';
import { Link } from '@bank/client/router';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { HistoryTable } from './history-table';
import { useAroundTexts } from './texts';

/** The history of a case, its customer, and the people and identity files that it is linked to. */
export function CaseHistory({ found }: { found: StaffCase }) {
  const { t } = useAroundTexts();
  const options = useObjects(found);
  const [about, setAbout] = useState(found.reference);
  return (
    <Stack gap={16}>
      <SelectField
        label={t('history_of')}
        value={about}
        options={options}
        onChange={(event) => setAbout(event.target.value)}
      />
      <HistoryTable key={about} about={about} />
      <p>
        <Link to="/admin/history">{t('history_any')}</Link>
      </p>
    </Stack>
  );
}

function useObjects({ reference, customer, links }: StaffCase) {
  const { t } = useAroundTexts();
  return [
    { value: reference, label: t('history_case') },
    { value: `user:${customer.id}`, label: t('history_customer', { name: customer.name }) },
    ...links
      .filter(({ type }) => type === 'customer')
      .map(({ id, label }) => ({ value: `user:${id}`, label: label || t('history_person', { id }) })),
    ...links
      .filter(({ type }) => type === 'submission')
      .map(({ id }) => ({ value: `kyc:${id}`, label: t('history_submission', { id }) })),
  ];
}
