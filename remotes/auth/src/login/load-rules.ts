import type { Credentials } from './login.api';

/** The rules of both steps, which are fetched once the page is shown. */
export const loadRules = () => import('./login-rules');

/** What the rules make of typed credentials. Rejects where they cannot be loaded, after a second try. */
export const judge = async (typed: Credentials) => (await loadRules().catch(loadRules)).judged(typed);
