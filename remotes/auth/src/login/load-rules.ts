/** The rules of both steps, which are fetched once the page is shown. */
export const loadRules = () => import('./login-rules');
export const loadLoginRules = async () => (await loadRules()).loginRequest;
