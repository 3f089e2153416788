import { useEffect, useState } from 'react';
import type { Previewable, StartedPreview } from '@bank/contracts/releases';
import type { Site } from '@bank/contracts/remotes';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { api } from '../http/api';
import { failureText, useFailureText } from '../http/call-failure';
import { useSignInRedirect } from '../session/destination';
import { RemoteLoading, StaffOnlyPage, UnreachablePage } from './host-pages';
import { usePreviewTexts } from './preview-texts';
import { useQuery } from '../http/query';
import { Navigate, useParams } from '../hooks/router';
import { mayDo, useSession } from '../session/session';
import styles from './preview-page.module.css';

/**
 * Asks an administrator before unreleased code runs in their browser. A page of the shell, never of a remote.
 */
export function ConfirmPreviewPage() {
  const { state, user } = useSession();
  const toSignIn = useSignInRedirect();
  if (state === 'signed-out') return <Navigate to={toSignIn} replace />;
  if (state === 'unreachable') return <UnreachablePage />;
  if (state === 'loading' || !user) return <RemoteLoading />;
  return mayDo(user, 'change', 'releases:manage') ? <PreviewableRelease /> : <StaffOnlyPage />;
}

function PreviewableRelease() {
  const { t } = usePreviewTexts();
  const { remote = '', version = '' } = useParams();
  const address = `/admin/releases/${remote}/${version}`;
  const query = useQuery({
    queryKey: ['@bank/client', 'previewable', remote, version],
    queryFn: ({ signal }) => api.get<Previewable>(address, { signal }),
  });
  const failure = useFailureText(query.error, { failed: t('preview.unknown_message') });
  if (query.isPending) return <RemoteLoading />;
  if (!query.data) {
    return (
      <Page>
        <ErrorState
          title={t('preview.unknown')}
          message={failure}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Page>
    );
  }
  const { published_by: team, hosts } = query.data;
  const start = (site: Site) => api.post<StartedPreview>(`${address}/preview`, { site });
  return (
    <Question
      remote={remote}
      version={version}
      message={t('preview.message', { team })}
      choices={hosts.map((site) => ({ label: t(`preview.start_${site}`), start: () => start(site) }))}
    />
  );
}

/**
 * On the customer site, which has no administrators: the code in the URL, valid for a minute, authorises the
 * preview.
 */
export function RedeemPreviewPage() {
  const { t } = usePreviewTexts();
  // Removes the code from the URL and so from the history.
  const [code] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const named = readCode(code);
  if (!named) {
    return (
      <Page>
        <PageHeading title={t('preview.unknown')} lead={t('preview.no_code')} />
      </Page>
    );
  }
  const start = () => api.post<StartedPreview>('/remotes/preview', { code });
  return (
    <Question
      {...named}
      message={t('preview.message_customer')}
      choices={[{ label: t('preview.start_shell'), start }]}
    />
  );
}

/** Decodes a code without verifying it: the server does that. */
function readCode(code: string): { remote: string; version: string } | undefined {
  try {
    const text = atob((code.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { remote, version } = JSON.parse(text) as Record<string, unknown>;
    return typeof remote === 'string' && typeof version === 'string' ? { remote, version } : undefined;
  } catch {
    return undefined;
  }
}

interface QuestionProps {
  remote: string;
  version: string;
  message: string;
  choices: { label: string; start: () => Promise<StartedPreview> }[];
}

function Question({ remote, version, message, choices }: QuestionProps) {
  const { t } = usePreviewTexts();
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const go = async ({ label, start }: QuestionProps['choices'][number]) => {
    setChosen(label);
    setFailure(undefined);
    try {
      location.assign((await start()).address);
    } catch (error) {
      setFailure(failureText(error, { failed: t('preview.failed') }));
      setChosen(undefined);
    }
  };
  return (
    <Page>
      <PageHeading title={t('preview.title', { remote })} lead={message} />
      <Card>
        <Stack>
          <p className={styles.version}>
            {t('preview.version')} <code translate="no">{version}</code>
          </p>
          <p>{t('preview.meaning')}</p>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Cluster>
            {choices.map((choice, at) => (
              <Button
                key={choice.label}
                variant={at === 0 ? 'primary' : 'secondary'}
                loading={chosen === choice.label}
                onClick={() => void go(choice)}
              >
                {choice.label}
              </Button>
            ))}
          </Cluster>
        </Stack>
      </Card>
    </Page>
  );
}
