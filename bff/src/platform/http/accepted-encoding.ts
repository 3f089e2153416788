/**
 * Whether an `Accept-Encoding` header accepts brotli, and prefers no plain content (RFC 9110, 12.5.3). One that accepts
 * nothing at all is disregarded: the content is then plain.
 */
export function acceptsBrotli(header: string | undefined): boolean {
  const qualities = new Map(
    (header ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const brotli = qualities.get('br') ?? qualities.get('*') ?? 0;
  return brotli > 0 && brotli >= (qualities.get('identity') ?? 0);
}
