/** A hash (W3C SRI) that no file has: a browser refuses the file that must match it. */
export const unmatchableHash = `sha256-${'A'.repeat(43)}=`;
