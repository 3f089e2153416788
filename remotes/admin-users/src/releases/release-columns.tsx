import { oldLogText } from '@bank/contracts/old-log-texts';
import { canaryLimits, type Release, reportKinds, type ReleaseStatus } from '@bank/contracts/releases';
import { isSite } from '@bank/contracts/remotes';
import { previewPath } from '@bank/contracts/routes';
import { Link } from '@bank/client/router';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button, buttonClass } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import { Cluster } from '@bank/ui/layout';
import type { Tone } from '@bank/ui/tone';
import type { ReleaseRow } from './release-rules';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';
import { useMayChangeReleases } from './use-may-change';
import { useReleaseName } from './use-release-name';
import type { ReleaseDialog } from './use-release-dialog';

const tones: Record<Exclude<ReleaseStatus, 'live'>, Tone> = {
  uploaded: 'neutral',
  canary: 'info',
  retired: 'neutral',
  rolled_back: 'warning',
};

/** The server's `published_by` of releases that came with the installation. */
const installation = 'installation';

/** The columns of every release, shown or not. */
export function useReleaseColumns(dialog: ReleaseDialog): Column<ReleaseRow>[] {
  const { t } = useReleaseTexts();
  const nameOf = useReleaseName();
  const { dateTime, number } = useFormat();
  return [
    {
      key: 'version',
      header: t('release.version'),
      primary: true,
      cell: ({ remote, version }) => (
        <span className={styles.module}>
          <span translate={isSite(remote) ? undefined : 'no'}>{nameOf(remote)}</span>
          <span className={styles.version} translate="no">
            {version}
          </span>
        </span>
      ),
    },
    { key: 'shown', header: t('release.shown_to'), cell: (row) => <State of={row} /> },
    { key: 'since', header: t('release.since'), cell: ({ changed_at }) => dateTime(changed_at) },
    {
      key: 'failures',
      header: t('release.failures'),
      align: 'end',
      cell: (row) => <Rate of={row} />,
    },
    { key: 'reports', header: t('release.reports'), cell: ({ reports }) => <Reports reports={reports} /> },
    {
      key: 'size',
      header: t('release.size'),
      align: 'end',
      cell: ({ first_load_bytes: bytes }) =>
        t('release.kilobytes', { size: number(Math.round(bytes / 100) / 10) }),
    },
    {
      key: 'published',
      header: t('release.published'),
      cell: ({ created_at, published_by: author }) => (
        <div className={styles.lines}>
          <time dateTime={created_at}>{dateTime(created_at)}</time>
          <span className={styles.note}>
            {author === installation ? t('release.by_installation') : t('release.by', { who: author })}
          </span>
        </div>
      ),
    },
    {
      key: 'actions',
      header: t('release.actions'),
      headerHidden: true,
      cell: (row) => <Actions row={row} dialog={dialog} />,
    },
  ];
}

/** Whom it is shown to; of another one what became of it, why, and whether its files are gone. */
function State({ of: { status, share, trial, reason, is_kept: isKept } }: { of: ReleaseRow }) {
  const { t } = useReleaseTexts();
  const language = useLanguage();
  const rest = trial > 0 ? t('release.rest', { share: 100 - trial }) : t('release.everybody');
  const isShown = status === 'live' || status === 'canary';
  return (
    <div className={styles.lines}>
      {status === 'live' ? (
        <span>{rest}</span>
      ) : (
        <Badge tone={tones[status]}>
          {status === 'canary' ? t('release.share', { share }) : t(`status.${status}`)}
        </Badge>
      )}
      {!isShown && reason && <span className={styles.reason}>{oldLogText(reason, language)}</span>}
      {!isShown && !isKept && <span className={styles.note}>{t('release.removed')}</span>}
    </div>
  );
}

function Actions({ row, dialog }: { row: ReleaseRow; dialog: ReleaseDialog }) {
  const { t } = useReleaseTexts();
  const mayChange = useMayChangeReleases();
  const { actions, remote, version } = row;
  const name = useReleaseName()(remote);
  if (!mayChange) return null;
  if (actions.includes('preview')) {
    return (
      <Link
        to={previewPath(remote, version)}
        className={buttonClass({ variant: 'quiet', size: 'small' })}
        aria-label={t('release.preview_label', { remote: name, version })}
      >
        {t('release.preview')}
      </Link>
    );
  }
  return (
    <Cluster gap={8}>
      {actions.includes('promote') && (
        <Button
          size="small"
          aria-label={t('promote.label', { remote: name })}
          onClick={() => dialog.open('promote', row)}
        >
          {t('promote.action')}
        </Button>
      )}
      {actions.includes('rollback') && (
        <Button
          size="small"
          variant="secondary"
          aria-label={t('rollback.label', { remote: name })}
          onClick={() => dialog.open('rollback', row)}
        >
          {t('rollback.action')}
        </Button>
      )}
    </Cluster>
  );
}

/** With a way to the errors, where there were failures. */
function Rate({ of: { failure_rate: rate, remote, version } }: { of: ReleaseRow }) {
  const { percent } = useFormat();
  const { t } = useReleaseTexts();
  const name = useReleaseName()(remote);
  if (rate === null) return <span className={styles.note}>{t('release.no_report')}</span>;
  if (rate === 0) return percent(rate);
  const shown = percent(rate);
  return (
    <Link
      to={`/admin/releases/errors?remote=${remote}&version=${version}`}
      aria-label={t('release.see_errors', { rate: shown, remote: name, version })}
    >
      {rate > canaryLimits.failureRate ? <Badge tone="danger">{shown}</Badge> : shown}
    </Link>
  );
}

function Reports({ reports }: Pick<Release, 'reports'>) {
  const { t } = useReleaseTexts();
  const { number } = useFormat();
  const reported = reportKinds.filter((kind) => reports[kind] > 0);
  if (reported.length === 0) return <span className={styles.note}>{t('release.no_report')}</span>;
  return (
    <ul className={styles.lines}>
      {reported.map((kind) => (
        <li key={kind}>{t(`release.report_${kind}`, { times: number(reports[kind]) })}</li>
      ))}
    </ul>
  );
}
