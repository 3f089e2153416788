import '@bank/ui/global.css';
// For the head of public pages, which the server writes.
import './link-preview.png';
import { lazy } from 'react';
import { startHost } from '@bank/client/host-app';
import { Slot } from '@bank/client/slot';
import { ShellLayout } from './shell-layout';

/** Development only: every component of the design system in every state, and the stories of the remotes. */
const Gallery = lazy(async () => ({ default: (await import('@bank/ui/gallery')).Gallery }));
const stories = (
  <>
    <Gallery />
    <Slot name="ui.stories" />
  </>
);
const gallery = { path: '/_ui', title: { fr: 'Composants', en: 'Components' }, element: stories };

void startHost(ShellLayout, process.env.NODE_ENV === 'development' ? gallery : undefined);
