import { lazy } from 'react';
import { customerGallery } from '@bank/contracts/routes';
import { config } from '@bank/client/config';
import { startHost } from '@bank/client/host-app';
import { ShellLayout } from './shell-layout';

const GalleryPage = lazy(() => import('./gallery-page'));
const gallery = {
  path: customerGallery.path,
  title: { fr: 'Composants', en: 'Components' },
  element: <GalleryPage />,
};

void startHost(ShellLayout, config.gallery && gallery);
