import type { ComponentType } from 'react';
import type { PublishedRemote } from '@bank/contracts/remotes';
import type { RemoteModule } from '@bank/client/remote-module';

/** Replaces `libs/client/remotes/remote-loader.ts`: the remotes are part of the same build. */
const remotes: Record<string, () => Promise<{ default: RemoteModule }>> = {
  auth: () => import('../../../remotes/auth/src/remote'),
  cards: () => import('../../../remotes/cards/src/remote'),
  dashboard: () => import('../../../remotes/dashboard/src/remote'),
  landing: () => import('../../../remotes/landing/src/remote'),
  support: () => import('../../../remotes/support/src/remote'),
};

export interface Loaded {
  component: ComponentType;
  remote: PublishedRemote;
}

export interface Wanted {
  kind: keyof RemoteModule;
  name: string;
}

export class LoadFailure extends Error {}

export const startLoading = () => undefined;
export const preloadRemote = () => undefined;
export const abandonLoading = () => Promise.resolve(undefined);

export async function loadComponent(remote: PublishedRemote, { kind, name }: Wanted): Promise<Loaded> {
  const module = await remotes[remote.name]?.();
  const found = module?.default[kind][name];
  if (!found) throw new LoadFailure(`${remote.name} has no ${kind} "${name}"`);
  return { remote, component: 'load' in found ? await found.load() : found };
}

export const reloadComponent = loadComponent;
