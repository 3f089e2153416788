/** The cookie of Mode simple, by which the server and the worker leave out what costs data. */
export const simpleCookieName = 'simple';

/** That cookie for a year, or its end. It holds no secret, so scripts may write it. */
export const simpleCookie = (isOn: boolean, secure: boolean): string =>
  `${simpleCookieName}=1; Path=/; Max-Age=${isOn ? 31536000 : 0}; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Finds it in what a browser sends or shows to a script. */
export const simpleCookiePattern = new RegExp(`(?:^|;\\s*)${simpleCookieName}=1(?:;|$)`);
