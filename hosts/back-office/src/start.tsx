import { lazy, Suspense } from 'react';
import { galleryPath } from '@bank/contracts/routes';
import { startHost } from '@bank/client/host-app';
import { RemoteLoading } from '@bank/client/host-pages';
import { BackOfficeLayout } from './back-office-layout';

const GalleryPage = lazy(() => import('./gallery-page'));
const gallery = (
  <Suspense fallback={<RemoteLoading />}>
    <GalleryPage />
  </Suspense>
);

void startHost(BackOfficeLayout, {
  path: galleryPath,
  title: { fr: 'Composants', en: 'Components' },
  element: gallery,
});
