import { createContext, useContext } from 'react';
import type { PublishedRemote } from '@bank/contracts/remotes';
import type { FormMemory } from './form-memory';

export interface ShownRemote {
  remote: PublishedRemote;
  /** A part failed to load twice: shows another version of the remote, if there is one. */
  partFailed: (error: unknown) => void;
  /** The values of its forms; they outlive the change to another version. */
  forms: FormMemory;
}

/** The remote that a component is part of; undefined in a host's own frame and on partners' pages. */
export const RemoteContext = createContext<ShownRemote | undefined>(undefined);

export const useShownRemote = () => useContext(RemoteContext);
