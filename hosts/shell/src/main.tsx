import '@bank/ui/global.css';
import { lazy } from 'react';
import { startHost } from '@bank/client/host-app';
import { Route } from '@bank/client/router';
import { ShellLayout } from './shell-layout';

/** Development only: every component of the design system in every state. */
const Gallery = lazy(async () => ({ default: (await import('@bank/ui/gallery')).Gallery }));
const gallery = process.env.NODE_ENV === 'development' ? <Route path="/_ui" element={<Gallery />} /> : null;

void startHost(ShellLayout, gallery);
