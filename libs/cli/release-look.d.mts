/** The result of opening each screen of a release, `manifest`, with the cookie by which a browser gets it. */
export function lookAtRelease(
  server: string,
  proof: { cookie: string; proof: string },
  manifest: object,
): Promise<{ check: string; passed: boolean; sentence: string }>;
