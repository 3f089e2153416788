/** Properties that are not logged. */
const secrets = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'access_token',
  'refresh_token',
  'mfa_token',
  'token',
  'code',
  'validation_code',
  'secret',
  'recovery_codes',
  'track1',
  'track2',
  'track3',
]);

/** The properties of objects in objects are looked at, and of objects in those. */
const depth = 3;

/**
 * What is logged, with `[Redacted]` in place of secrets. The logging package's own redaction looks for each name at each level of
 * every value, also of each request's id, which took a twentieth of a call's time.
 * @param serialized properties of which a serializer chooses what is logged
 */
export function withoutSecrets<Logged extends object>(
  logged: Logged,
  serialized: ReadonlySet<string> = new Set(),
  levels = depth,
): Logged {
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(logged) as [string, unknown][]) {
    if (serialized.has(name)) continue;
    const shown = secrets.has(name) ? '[Redacted]' : within(value, levels - 1);
    if (shown !== value) {
      copy ??= (Array.isArray(logged) ? [...(logged as unknown[])] : { ...logged }) as Record<
        string,
        unknown
      >;
      copy[name] = shown;
    }
  }
  return (copy ?? logged) as Logged;
}

const within = (value: unknown, levels: number): unknown =>
  levels > 0 && typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? withoutSecrets(value, undefined, levels)
    : value;
