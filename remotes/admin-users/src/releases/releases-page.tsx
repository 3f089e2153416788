import { useState } from 'react';
import { galleryPath } from '@bank/contracts/routes';
import { oldLogText } from '@bank/contracts/old-log-texts';
import type { ReleaseList } from '@bank/contracts/releases';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { bankNow } from '@bank/i18n/bank-clock';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Cluster } from '@bank/ui/layout';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { ReleaseDialogs } from './release-dialogs';
import { recentRollbacks } from './release-rules';
import { useReleases } from './releases.api';
import { ReleaseTable } from './release-table';
import { useReleaseTexts } from './texts';
import { TokensCard } from './tokens-card';
import { useReleaseDialog } from './use-release-dialog';
import { useReleaseName } from './use-release-name';

export function ReleasesPage() {
  const { t: title } = useTexts();
  const { t } = useReleaseTexts();
  const query = useReleases();
  const names = query.data?.remotes.map(({ name }) => name) ?? [];
  return (
    <Page layout="desk">
      <PageHeading
        title={title('releases.title')}
        lead={t('list.lead')}
        actions={
          <Cluster gap={8}>
            <Link to={galleryPath} className={buttonClass({ variant: 'quiet' })}>
              {t('list.gallery')}
            </Link>
            <Link to="/admin/releases/errors" className={buttonClass({ variant: 'secondary' })}>
              {t('list.errors')}
            </Link>
          </Cluster>
        }
      />
      {query.data ? (
        <Known list={query.data} />
      ) : (
        <Card>
          <QueryFallback
            query={query}
            rows={6}
            failed={t('list.failed')}
            message={t('list.failed_message')}
          />
        </Card>
      )}
      {/* After the table, whose height no placeholder knows. */}
      {!query.isPending && <TokensCard remotes={names} />}
    </Page>
  );
}

function Known({ list }: { list: ReleaseList }) {
  const { t } = useReleaseTexts();
  const { dateTime } = useFormat();
  const language = useLanguage();
  const dialog = useReleaseDialog();
  const nameOf = useReleaseName();
  const [openedAt] = useState(bankNow);
  if (list.remotes.length === 0) {
    return (
      <Card>
        <EmptyState icon="rocket" title={t('list.empty')} message={t('list.empty_message')} />
      </Card>
    );
  }
  return (
    <>
      {recentRollbacks(list, openedAt).map(({ id, remote, version, changed_at, reason }) => (
        <Alert
          key={id}
          tone="warning"
          title={t('recent.taken_back', { remote: nameOf(remote), version, moment: dateTime(changed_at) })}
        >
          <p>{reason && oldLogText(reason, language)}</p>
        </Alert>
      ))}
      <ReleaseTable remotes={list.remotes} dialog={dialog} />
      <ReleaseDialogs list={list} dialog={dialog} />
    </>
  );
}
