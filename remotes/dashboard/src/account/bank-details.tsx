import type { ReactNode } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Account } from '@bank/contracts/accounts';
import { bankIdentity } from '@bank/contracts/bank';
import { ribParts } from '@bank/contracts/rib';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CopyButton } from '@bank/ui/copy-button';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { downloadRib } from './account.api';
import { useAccountTexts } from './texts';
import { useDownload } from './use-download';

/** The bank details for payers and creditors: to copy, share or download, unless the account is closed and receives nothing. */
export function BankDetails({ account }: { account: Account }) {
  const { t } = useAccountTexts();
  const { user } = useSession();
  const holder = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  const iban = inGroupsOfFour(account.account_number);
  const facts: [name: string, value: string][] = [
    [t('holder'), holder],
    [t('iban'), iban],
    [t('bic'), account.bic],
    [t('branch'), bankIdentity.branch],
  ];
  return (
    <Card title={t('details')}>
      <Stack gap={16}>
        <DescriptionList>
          <Fact name={t('holder')}>{holder}</Fact>
          <Fact name={t('iban')}>
            <Copyable
              name={t('iban')}
              text={<span className="account-number">{iban}</span>}
              copied={account.account_number}
            />
          </Fact>
          <Fact name={t('bic')}>
            <Copyable name={t('bic')} text={account.bic} copied={account.bic} />
          </Fact>
          <Fact name={t('branch')}>{bankIdentity.branch}</Fact>
        </DescriptionList>
        <RibDetails iban={account.account_number} />
        {account.status === 'closed' ? (
          <Alert title={t('closed')}>{t('closed_message')}</Alert>
        ) : (
          <Actions
            account={account}
            title={t('share_title', { holder })}
            text={facts.map(([name, value]) => t('shared_line', { name, value })).join('\n')}
          />
        )}
      </Stack>
    </Card>
  );
}

function Copyable({ name, text, copied }: { name: string; text: ReactNode; copied: string }) {
  const { t } = useAccountTexts();
  return (
    <Cluster gap={8} align="center">
      {text}
      <CopyButton
        text={copied}
        label={t('copy')}
        fullLabel={t('copy_of', { name })}
        done={t('copied', { name })}
      />
    </Cluster>
  );
}

/** The parts of a French account number, which some forms still ask for. */
function RibDetails({ iban }: { iban: string }) {
  const { t } = useAccountTexts();
  const parts = ribParts(iban);
  if (!parts) return null;
  return (
    <details>
      <summary>{t('rib_parts')}</summary>
      <DescriptionList>
        <Fact name={t('bank_code')}>{parts.bankCode}</Fact>
        <Fact name={t('branch_code')}>{parts.branchCode}</Fact>
        <Fact name={t('number')}>{parts.accountNumber}</Fact>
        <Fact name={t('rib_key')}>{parts.key}</Fact>
      </DescriptionList>
    </details>
  );
}

function Actions({ account, title, text }: { account: Account; title: string; text: string }) {
  const { t } = useAccountTexts();
  const { download, saving } = useDownload();
  return (
    <Cluster>
      <Button
        icon="download"
        loading={saving !== undefined}
        onClick={() => download('rib', () => downloadRib(account))}
      >
        {t('rib_download')}
      </Button>
      <CopyButton text={text} label={t('copy_all')} done={t('details_copied')} />
      {'share' in navigator && <ShareButton title={title} text={text} />}
    </Cluster>
  );
}

function ShareButton(content: { title: string; text: string }) {
  const { t } = useAccountTexts();
  const { show } = useToast();
  const share = () =>
    navigator.share(content).catch((error: unknown) => {
      // The person closed the system's dialog.
      if (error instanceof Error && error.name === 'AbortError') return;
      show({ type: 'error', message: t('share_failed') });
    });
  return (
    <Button variant="secondary" size="small" icon="send" onClick={() => void share()}>
      {t('share')}
    </Button>
  );
}
