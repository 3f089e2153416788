import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import {
  closingObstacles,
  type ClosingOutlook,
  type ClosingRequest,
  closingRequest,
} from '@bank/contracts/closings';
import { rule } from '@bank/contracts/validation';
import { useBankForm } from '@bank/client/form';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { FetchedSettings } from '../settings/fetched-settings';
import { SettingsForm } from '../settings/settings-form';
import settings from '../settings/settings.module.css';
import { ClosingDialog } from './closing-dialog';
import { useClosing } from './privacy.api';
import { usePrivacyTexts } from './texts';

/** The end of the relation: what it does, what speaks against it, and how far it is. */
export function ClosingCard() {
  const { t } = usePrivacyTexts();
  return (
    <Card title={t('closing')}>
      <p className={settings.lead}>{t('closing_lead')}</p>
      <FetchedSettings
        query={useClosing()}
        rows={4}
        failed={t('closing_load_failed')}
        failedMessage={t('load_message')}
      >
        {(outlook) => (
          <Stack gap={16}>
            <Steps outlook={outlook} />
            <Kept kept={outlook.kept} />
          </Stack>
        )}
      </FetchedSettings>
    </Card>
  );
}

function Steps({ outlook }: { outlook: ClosingOutlook }) {
  const { t } = usePrivacyTexts();
  const { closing, obstacles, currencies } = outlook;
  if (closing?.state === 'paying') {
    const iban = inGroupsOfFour(closing.iban ?? '');
    const open = (['claims', 'recalls'] as const).filter((each) => obstacles.includes(each));
    const isPaid = open.length > 0 && !obstacles.includes('money_under_way');
    return (
      <Alert icon="clock" title={t('closing_paying_title')}>
        <Stack gap={8}>
          {!isPaid && <p>{t('closing_paying', { iban })}</p>}
          {open.map((each) => (
            <p key={each}>{t(`obstacle_${each}`)}</p>
          ))}
        </Stack>
      </Alert>
    );
  }
  if (obstacles.length > 0) {
    return (
      <Alert tone="warning" title={t('obstacles')}>
        <ul>
          {obstacles.map((obstacle) => (
            <li key={obstacle}>
              {/* A newer server may name one that this page does not know. */}
              {closingObstacles.includes(obstacle)
                ? t(`obstacle_${obstacle}`, { currencies: currencies.join(', ') })
                : t('obstacle_unknown')}
            </li>
          ))}
        </ul>
      </Alert>
    );
  }
  return <ClosingForm outlook={outlook} />;
}

/** The dialog names where the balance goes: without that there is nothing to confirm. */
const closingWithBalance = closingRequest.refine(({ iban }) => iban !== undefined, {
  path: ['iban'],
  error: rule('REQUIRED'),
});

function ClosingForm({ outlook }: { outlook: ClosingOutlook }) {
  const { t } = usePrivacyTexts();
  const { amount } = useFormat();
  const [request, setRequest] = useState<ClosingRequest>();
  const { balance, holder, closing } = outlook;
  const form = useBankForm({
    schema: balance > 0 ? closingWithBalance : closingRequest,
    defaultValues: { iban: '' },
  });
  const iban = {
    ...form.register('iban'),
    id: 'closing-iban',
    label: t('iban'),
    error: form.errorOf('iban'),
    'aria-required': true,
  };
  const onSubmit = form.submit((typed) => {
    setRequest(typed);
    return Promise.resolve();
  });
  return (
    <>
      {closing?.state === 'failed' && <Alert tone="warning">{t('closing_returned')}</Alert>}
      <SettingsForm
        fields={[iban]}
        state={form.formState}
        action={t('closing')}
        variant="danger"
        onSubmit={(event) => void onSubmit(event)}
      >
        {balance > 0 ? (
          <TextField
            {...iban}
            hint={t('iban_hint', { holder, amount: amount(balance, 'EUR') })}
            autoComplete="off"
            spellCheck={false}
          />
        ) : (
          <p>{t('closing_nothing')}</p>
        )}
      </SettingsForm>
      {request && <ClosingDialog outlook={outlook} request={request} onClose={() => setRequest(undefined)} />}
    </>
  );
}

/** The data kept after the closing, and the law for each. */
function Kept({ kept }: Pick<ClosingOutlook, 'kept'>) {
  const { t } = usePrivacyTexts();
  return (
    <details>
      <summary>{t('kept')}</summary>
      <DataTable
        caption={t('kept')}
        columns={[
          { key: 'kind', header: t('kept_kind'), cell: ({ kind }) => kind, primary: true },
          { key: 'kept', header: t('kept_for'), cell: ({ kept: time }) => time },
          { key: 'law', header: t('kept_law'), cell: ({ law }) => law },
        ]}
        rows={kept}
        rowKey={({ kind }) => kind}
      />
    </details>
  );
}
