import type { ErrorDetails } from '@bank/contracts/remote-errors';
import { failureText } from '@bank/client/call-failure';
import { DetailPage } from '@bank/client/detail-page';
import { useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { PageHeading } from '@bank/ui/page-heading';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { ErrorStack } from './error-stack';
import { ErrorState, useErrorTitle, Visitors } from './error-table';
import { useMarkError, useRemoteError } from './remote-errors.api';
import styles from './remote-errors.module.css';
import { useRemoteErrorTexts } from './texts';

/** One error: where it is in the sources, which releases have it, and whether it is resolved. */
export function ErrorPage() {
  const { t: title } = useTexts();
  const { t } = useRemoteErrorTexts();
  const query = useRemoteError(Number(useParams().id));
  return (
    <DetailPage
      query={query}
      back={{ to: '/admin/releases/errors', label: t('one.all') }}
      title={title('remote_errors.one_title')}
      failed={t('one.failed')}
      message={t('failed_message')}
      missing={t('one.missing')}
      layout="desk"
    >
      {(found) => <Details found={found} />}
    </DetailPage>
  );
}

function Details({ found }: { found: ErrorDetails }) {
  const { t } = useRemoteErrorTexts();
  const titleOf = useErrorTitle();
  const { user } = useSession();
  return (
    <>
      <PageHeading
        title={titleOf(found)}
        lead={<ErrorState of={found} />}
        actions={mayDo(user, 'change', 'releases:manage') && <Mark found={found} />}
      />
      {found.stacks.map((stack, at) => (
        <Card key={at} title={t('one.stack', { version: stack.version, count: stack.count })}>
          <ErrorStack frames={stack.frames} />
        </Card>
      ))}
      <Releases found={found} />
      <Facts found={found} />
    </>
  );
}

function Mark({ found: { id, resolved_at: resolvedAt } }: { found: ErrorDetails }) {
  const { t } = useRemoteErrorTexts();
  const { show } = useToast();
  const { mutate, isPending } = useMarkError(id);
  const verb = resolvedAt ? 'reopen' : 'resolve';
  return (
    <Button
      {...(!resolvedAt && { icon: 'check' })}
      variant={resolvedAt ? 'secondary' : 'primary'}
      loading={isPending}
      onClick={() =>
        mutate(verb, {
          onError: (error) => {
            const words = { failed: t('one.mark_failed'), isFixed: true };
            show({ type: 'error', message: failureText(error, words) });
          },
        })
      }
    >
      {t(`one.${verb}`)}
    </Button>
  );
}

function Releases({ found: { releases } }: { found: ErrorDetails }) {
  const { t } = useRemoteErrorTexts();
  const { dateTime, number } = useFormat();
  return (
    <Card padding="none">
      <DataTable
        dense
        caption={t('one.releases')}
        rows={releases}
        rowKey={({ version }) => version}
        columns={[
          {
            key: 'version',
            header: t('list.release'),
            primary: true,
            cell: ({ version }) => (
              <span className={styles.code} translate="no">
                {version}
              </span>
            ),
          },
          {
            key: 'visitors',
            header: t('list.visitors'),
            align: 'end',
            cell: (release) => <Visitors of={release} />,
          },
          { key: 'count', header: t('list.count'), align: 'end', cell: ({ count }) => number(count) },
          { key: 'first', header: t('list.first'), cell: ({ first_at: at }) => dateTime(at) },
          { key: 'last', header: t('list.last'), cell: ({ last_at: at }) => dateTime(at) },
        ]}
      />
    </Card>
  );
}

function Facts({ found }: { found: ErrorDetails }) {
  const { t } = useRemoteErrorTexts();
  const { dateTime, number } = useFormat();
  const {
    remote,
    kind,
    count,
    first_at: first,
    last_at: last,
    resolved_at: resolvedAt,
    resolved_by: by,
  } = found;
  return (
    <Card title={t('one.facts')}>
      <DescriptionList>
        <Fact name={t('list.module')}>{remote}</Fact>
        <Fact name={t('one.kind')}>{t(`kind.${kind}`)}</Fact>
        <Fact name={t('list.count')}>{number(count)}</Fact>
        <Fact name={t('list.first')}>{dateTime(first)}</Fact>
        <Fact name={t('list.last')}>{dateTime(last)}</Fact>
        <Fact name={t('one.resolved')}>
          {resolvedAt && t('one.resolved_by', { moment: dateTime(resolvedAt), who: by ?? '' })}
        </Fact>
      </DescriptionList>
    </Card>
  );
}
