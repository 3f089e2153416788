import type { OpenSessions } from '@bank/contracts/auth';
import type {
  ChangePasswordRequest,
  DisableTwoFactorRequest,
  EnableTwoFactorRequest,
  PreferencesAnswer,
  Profile,
  RecoveryCodes,
  SavePreferencesRequest,
  SaveProfileRequest,
  TwoFactorSetup,
  TwoFactorState,
} from '@bank/contracts/settings';
import { twoFactorKey } from '@bank/client/account-queries';
import { useApiQuery, useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { alreadyGone } from '../already-gone';

const sessionsKey = ['dashboard', 'auth', 'sessions'];
const profileKey = ['dashboard', 'settings', 'profile'];
export const preferencesKey = ['dashboard', 'settings', 'preferences'];
const newCodesKey = ['dashboard', 'settings', 'new-recovery-codes'];

/** A change of a factor or of contact data ends the other sessions. */
export const useRefreshSessions = () => useRefresh(sessionsKey);

export const useOpenSessions = () => useApiQuery<OpenSessions>(sessionsKey, '/auth/sessions');

/** Ends a session by its id. */
export function useEndSession() {
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (id: number) => api.delete(`/auth/sessions/${id}`).catch(alreadyGone),
    onSettled: refresh,
  });
}

/** The caller's profile; also fills in the form of the verification. */
export const useProfile = () => useApiQuery<Profile>(profileKey, '/settings/profile');

/** Mails another link to the new address that waits; tries without a response count as one. */
export function useResendEmailLink() {
  const intent = useIdempotencyKey();
  return useMutation({
    mutationFn: async (address: string) => {
      const idempotencyKey = intent.keyFor(address);
      await api.post('/settings/profile/email/resend', undefined, { idempotencyKey });
      intent.done(idempotencyKey);
    },
  });
}

export function useCancelEmail() {
  const refresh = useRefresh(profileKey);
  return useMutation({
    mutationFn: () => api.delete('/settings/profile/email'),
    onSettled: refresh,
  });
}

/** Saves the profile and returns what is stored; also refreshes the session, and so the name in the sidebar. */
export function useSaveProfile() {
  const queries = useQueryClient();
  const { retry: refreshSession } = useSession();
  const refreshSessions = useRefreshSessions();
  return async (request: SaveProfileRequest) => {
    const saved = await api.put<Profile>('/settings/profile', request);
    queries.setQueryData(profileKey, saved);
    refreshSession();
    void refreshSessions();
    return saved;
  };
}

export const usePreferences = () => useApiQuery<PreferencesAnswer>(preferencesKey, '/settings/preferences');

export function useSavePreferences() {
  const queries = useQueryClient();
  return async (request: SavePreferencesRequest) => {
    const saved = await api.put<PreferencesAnswer>('/settings/preferences', request);
    queries.setQueryData(preferencesKey, saved);
    return saved;
  };
}

/** Changes the password, once for all tries of one request, which ends every other session. */
export function useChangePassword() {
  const refreshSessions = useRefreshSessions();
  const { keyFor, done } = useIdempotencyKey();
  return async (request: ChangePasswordRequest) => {
    const idempotencyKey = keyFor(request);
    await api.post('/settings/password', request, { idempotencyKey });
    done(idempotencyKey);
    void refreshSessions();
  };
}

/** Generates a secret, which is inactive until a first code is verified. */
export function useSetUpTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<TwoFactorSetup>('/settings/2fa/setup'),
    // It may have been enabled elsewhere in the meantime.
    onError: () => queries.invalidateQueries({ queryKey: twoFactorKey }),
  });
}

/**
 * The recovery codes, which the server returns once. They stay in memory until they are dismissed, so that opening
 * another screen does not lose them.
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

/** Enables the second factor; `useNewRecoveryCodes` then returns the recovery codes. */
export function useEnableTwoFactor() {
  const queries = useQueryClient();
  const { user, retry: refreshSession } = useSession();
  const refreshSessions = useRefreshSessions();
  return async (request: EnableTwoFactorRequest) => {
    const enabling = api.post<RecoveryCodes>('/settings/2fa/enable', request);
    // It may be on all the same: the response was lost, or another tab was first.
    void enabling.catch(() => queries.invalidateQueries({ queryKey: twoFactorKey }));
    const { recovery_codes: codes } = await enabling;
    queries.setQueryData<string[]>(newCodesKey, codes);
    queries.setQueryData<TwoFactorState>(twoFactorKey, { enabled: true, recovery_codes_left: codes.length });
    void refreshSessions();
    if (user?.second_factor_required) refreshSession();
  };
}

export function useDisableTwoFactor() {
  const queries = useQueryClient();
  const refreshSessions = useRefreshSessions();
  return async (request: DisableTwoFactorRequest) => {
    await api.post('/settings/2fa/disable', request);
    queries.setQueryData<TwoFactorState>(twoFactorKey, { enabled: false, recovery_codes_left: 0 });
    void refreshSessions();
  };
}
