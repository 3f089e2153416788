import { config } from './config';
import { OwnBadge } from './own-badge';
import { useClientTexts } from './texts';

/** Stands over every page while this browser is shown a release that others are not. */
export function PreviewBadge() {
  const { t } = useClientTexts();
  const { preview } = config;
  if (!preview) return null;
  return (
    <OwnBadge
      label={t('preview.label')}
      end={{ label: t('preview.end'), address: '/remotes/preview/end', failed: t('preview.end_failed') }}
    >
      <p>{t('preview.shown', preview)}</p>
    </OwnBadge>
  );
}
