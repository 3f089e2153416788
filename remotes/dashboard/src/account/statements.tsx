import { useRef, useState } from 'react';
import type { Account } from '@bank/contracts/accounts';
import { type StatementFormat, statementFormats } from '@bank/contracts/statements';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { downloadStatement, useStatementMonths } from './account.api';
import { nextMonth, runningMonth, useMonthText } from './months';
import styles from './statements.module.css';
import { useAccountTexts } from './texts';
import { useDownload } from './use-download';

/** The months shown before a person asks for older ones. */
const recentMonths = 12;

/** The finished months with their files, newest first. */
export function Statements({ account }: { account: Account }) {
  const { t } = useAccountTexts();
  return (
    <div className={styles.months}>
      <Card title={t('statements')}>
        <Stack gap={16}>
          <p>{t('statements_lead')}</p>
          <QueryBoundary
            query={useStatementMonths(account)}
            rows={4}
            failed={t('statements_failed')}
            message={t('statements_failed_message')}
          >
            {({ months }) =>
              months.length > 0 ? (
                <>
                  {account.status === 'open' && (
                    <p>
                      <NextStatement />
                    </p>
                  )}
                  <MonthList account={account} months={months} />
                </>
              ) : (
                <EmptyState
                  icon="scroll-text"
                  title={t('statements_empty')}
                  message={account.status === 'open' && <NextStatement />}
                />
              )
            }
          </QueryBoundary>
        </Stack>
      </Card>
    </div>
  );
}

function NextStatement() {
  const { t } = useAccountTexts();
  const { date } = useFormat();
  const monthText = useMonthText();
  const month = runningMonth();
  return t('statements_next', { month: monthText(month), date: date(`${nextMonth(month)}-01`) });
}

function MonthList({ account, months }: { account: Account; months: string[] }) {
  const { t } = useAccountTexts();
  const { download, saving } = useDownload();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const shown = showsAll ? months : months.slice(0, recentMonths);
  const older = months.length - shown.length;
  const showAll = () => {
    setShowsAll(true);
    // The button disappears with its focus.
    list.current?.focus();
  };
  return (
    <>
      <div ref={list} tabIndex={-1}>
        <DescriptionList>
          {shown.map((month) => (
            <Month
              key={month}
              month={month}
              saving={saving}
              onDownload={(format) =>
                download(nameOf(month, format), () => downloadStatement(account, month, format))
              }
            />
          ))}
        </DescriptionList>
      </div>
      {older > 0 && (
        <Button variant="secondary" onClick={showAll}>
          {t('older', { count: older })}
        </Button>
      )}
    </>
  );
}

interface MonthProps {
  month: string;
  saving: string | undefined;
  onDownload: (format: StatementFormat) => void;
}

function Month({ month, saving, onDownload }: MonthProps) {
  const { t } = useAccountTexts();
  const monthText = useMonthText();
  return (
    <Fact name={capitalized(monthText(month))}>
      <Cluster gap={8} className={styles.files}>
        {statementFormats.map((format) => {
          const label = t(`format_${format}`);
          return (
            <Button
              key={format}
              variant="quiet"
              size="small"
              icon="download"
              aria-label={t('file_of', { format: label, month: monthText(month) })}
              loading={saving === nameOf(month, format)}
              onClick={() => onDownload(format)}
            >
              {label}
            </Button>
          );
        })}
      </Cluster>
    </Fact>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const nameOf = (month: string, format: StatementFormat) => `${month} ${format}`;
