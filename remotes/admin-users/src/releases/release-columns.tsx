import { oldLogText } from '@bank/contracts/old-log-texts';
import { canaryLimits, type Release, reportKinds, type ReleaseStatus } from '@bank/contracts/releases';
import { previewPath } from '@bank/contracts/routes';
import { Link } from '@bank/client/router';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import type { Tone } from '@bank/ui/tone';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';

const tones: Record<ReleaseStatus, Tone> = {
  uploaded: 'neutral',
  canary: 'info',
  live: 'success',
  retired: 'neutral',
  rolled_back: 'warning',
};

/** The server's `published_by` of releases that came with the installation. */
const installation = 'installation';

function useVersionColumn(): Column<Release> {
  const { t } = useReleaseTexts();
  return {
    key: 'version',
    header: t('release.version'),
    primary: true,
    cell: ({ version }) => (
      <span className={styles.version} translate="no">
        {version}
      </span>
    ),
  };
}

function usePublishedColumn(): Column<Release> {
  const { t } = useReleaseTexts();
  const { dateTime } = useFormat();
  return {
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
  };
}

/** The columns of live and canary releases; a canary leaves the live release the remaining share. */
export function useShownColumns(canary: Release | undefined): Column<Release>[] {
  const { t } = useReleaseTexts();
  const { dateTime, number } = useFormat();
  return [
    useVersionColumn(),
    {
      key: 'shown',
      header: t('release.shown_to'),
      cell: ({ status, share }) => (
        <Badge tone={tones[status]}>
          {status === 'canary' && t('release.share', { share })}
          {status === 'live' &&
            (canary ? t('release.rest', { share: 100 - canary.share }) : t('release.everybody'))}
        </Badge>
      ),
    },
    { key: 'since', header: t('release.since'), cell: ({ changed_at }) => dateTime(changed_at) },
    {
      key: 'failures',
      header: t('release.failures'),
      cell: ({ failure_rate: rate }) => <Rate rate={rate} />,
    },
    { key: 'reports', header: t('release.reports'), cell: ({ reports }) => <Reports reports={reports} /> },
    {
      key: 'size',
      header: t('release.size'),
      align: 'end',
      cell: ({ first_load_bytes: bytes }) =>
        t('release.kilobytes', { size: number(Math.round(bytes / 100) / 10) }),
    },
    usePublishedColumn(),
  ];
}

function Rate({ rate }: { rate: number | null }) {
  const { percent } = useFormat();
  const { t } = useReleaseTexts();
  if (rate === null) return <span className={styles.note}>{t('release.no_report')}</span>;
  return <Badge tone={rate > canaryLimits.failureRate ? 'danger' : 'success'}>{percent(rate)}</Badge>;
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

export function useOtherColumns(): Column<Release>[] {
  const { t } = useReleaseTexts();
  const language = useLanguage();
  const { dateTime } = useFormat();
  return [
    useVersionColumn(),
    {
      key: 'status',
      header: t('release.status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>,
    },
    { key: 'since', header: t('release.since'), cell: ({ changed_at }) => dateTime(changed_at) },
    {
      key: 'reason',
      header: t('release.reason'),
      cell: ({ reason }) => (
        <span className={styles.reason}>{reason ? oldLogText(reason, language) : '—'}</span>
      ),
    },
    usePublishedColumn(),
    {
      key: 'files',
      header: t('release.files'),
      cell: ({ is_kept }) => t(is_kept ? 'release.kept' : 'release.removed'),
    },
    {
      key: 'actions',
      header: t('release.actions'),
      headerHidden: true,
      cell: ({ remote, version, is_kept }) =>
        is_kept && (
          <Link
            to={previewPath(remote, version)}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            aria-label={t('release.preview_label', { remote, version })}
          >
            {t('release.preview')}
          </Link>
        ),
    },
  ];
}
