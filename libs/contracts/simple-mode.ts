/** The cookie of Mode simple, by which the server leaves out what costs data. */
const cookieName = 'simple';

/** That cookie for a year, or its end. It holds no secret, so scripts may write it. */
export const simpleCookie = (isOn: boolean, secure: boolean): string =>
  `${cookieName}=1; Path=/; Max-Age=${isOn ? 31536000 : 0}; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Finds it in what a browser sends or shows to a script. */
export const simpleCookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=1(?:;|$)`);
