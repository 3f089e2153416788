import type { OpenSessions } from '@bank/contracts/auth';
import type {
  ChangePasswordRequest,
  DisableTwoFactorRequest,
  EnableTwoFactorRequest,
  Preferences,
  Profile,
  RecoveryCodes,
  SaveProfileRequest,
  TwoFactorSetup,
  TwoFactorState,
} from '@bank/contracts/settings';
import { api } from '@bank/client/api';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';
import { useSession } from '@bank/client/session';

const sessionsKey = ['auth', 'sessions'];
const profileKey = ['settings', 'profile'];
const preferencesKey = ['settings', 'preferences'];
const twoFactorKey = ['settings', '2fa'];
const newCodesKey = ['settings', 'new-recovery-codes'];

/** Where the caller is signed in. */
export const useOpenSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.get<OpenSessions>('/auth/sessions', { signal }),
  });

/** Ends one session, by its id, on whatever device it is. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete(`/auth/sessions/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Who the caller is and where they live; also fills in the form of the verification. */
export const useProfile = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.get<Profile>('/settings/profile', { signal }),
  });

/** Mails another link to the new e-mail address that waits. */
export const useResendEmailLink = () =>
  useMutation({ mutationFn: () => api.post('/settings/profile/email/resend') });

/** Gives up the new e-mail address that waits. */
export function useCancelEmail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/settings/profile/email'),
    onSettled: () => queries.invalidateQueries({ queryKey: profileKey }),
  });
}

/** Saves the profile and answers what is stored; the page's session follows, and so the name in the sidebar. */
export function useSaveProfile() {
  const queries = useQueryClient();
  const { retry: askWhoIsSignedIn } = useSession();
  return async (request: SaveProfileRequest) => {
    const saved = await api.put<Profile>('/settings/profile', request);
    queries.setQueryData(profileKey, saved);
    askWhoIsSignedIn();
    return saved;
  };
}

export const usePreferences = () =>
  useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => api.get<Preferences>('/settings/preferences', { signal }),
  });

/** Saves the preferences and answers what is stored. */
export function useSavePreferences() {
  const queries = useQueryClient();
  return async (request: Preferences) => {
    const saved = await api.put<Preferences>('/settings/preferences', request);
    queries.setQueryData(preferencesKey, saved);
    return saved;
  };
}

/** Changes the password, which ends every other session. */
export function useChangePassword() {
  const queries = useQueryClient();
  return async (request: ChangePasswordRequest) => {
    await api.post('/settings/password', request);
    void queries.invalidateQueries({ queryKey: sessionsKey });
  };
}

export const useTwoFactor = () =>
  useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => api.get<TwoFactorState>('/settings/2fa', { signal }),
  });

/** Draws a secret, which counts for nothing until a code of it is shown. */
export function useSetUpTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<TwoFactorSetup>('/settings/2fa/setup'),
    // It may have been turned on elsewhere meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: twoFactorKey }),
  });
}

/**
 * The recovery codes that the server has just shown, for the only time. They stay in this page's memory until they
 * are dismissed, so that a look at another screen does not lose them.
 */
export function useNewRecoveryCodes() {
  const queries = useQueryClient();
  const { data } = useQuery<string[]>({
    queryKey: newCodesKey,
    queryFn: () => [],
    enabled: false,
    gcTime: Infinity,
  });
  return { codes: data ?? [], dismiss: () => queries.setQueryData<string[]>(newCodesKey, []) };
}

/** Turns the second factor on; the recovery codes are then in `useNewRecoveryCodes`. */
export function useEnableTwoFactor() {
  const queries = useQueryClient();
  return async (request: EnableTwoFactorRequest) => {
    const { recovery_codes: codes } = await api.post<RecoveryCodes>('/settings/2fa/enable', request);
    queries.setQueryData<string[]>(newCodesKey, codes);
    queries.setQueryData<TwoFactorState>(twoFactorKey, { enabled: true, recovery_codes_left: codes.length });
  };
}

export function useDisableTwoFactor() {
  const queries = useQueryClient();
  return async (request: DisableTwoFactorRequest) => {
    await api.post('/settings/2fa/disable', request);
    queries.setQueryData<TwoFactorState>(twoFactorKey, { enabled: false, recovery_codes_left: 0 });
  };
}
