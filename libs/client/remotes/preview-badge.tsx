import { config } from '../http/config';
import { OverrideBadge } from './override-badge';
import { useClientTexts } from '../locales/texts';

/** Shown over every page while this browser previews a release. */
export function PreviewBadge() {
  const { t } = useClientTexts();
  const { preview } = config;
  if (!preview) return null;
  return (
    <OverrideBadge
      label={t('preview.label')}
      end={{ label: t('preview.end'), address: '/remotes/preview/end', failed: t('preview.end_failed') }}
    >
      <p>{t('preview.shown', preview)}</p>
    </OverrideBadge>
  );
}
