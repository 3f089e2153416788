import { useState } from 'react';
import type { GalleryLink } from '@bank/contracts/releases';
import { api } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useBackOfficeTexts } from './texts';

/** Opens the gallery of the customer site by a link of its own: nobody is signed in as staff there. */
export function CustomerGallery() {
  const { t } = useBackOfficeTexts();
  const { show } = useToast();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      location.assign((await api.post<GalleryLink>('/admin/gallery', {})).link);
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('gallery.failed') }) });
      setOpening(false);
    }
  };
  return (
    <Button variant="secondary" size="small" loading={isOpening} onClick={() => void open()}>
      {t('gallery.customer_site')}
    </Button>
  );
}
