/** A body as it arrives. @throws what `tooLarge` makes, once there is more of it. */
export async function* atMost(
  bytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > bytes) throw tooLarge();
    yield part;
  }
}

/** The whole body of a response. @throws Error for a longer one. */
export async function wholeBody({ body }: Response, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const tooLarge = () => new Error('the response is too large');
  for await (const part of atMost(mostBytes, body ?? [], tooLarge)) parts.push(part);
  return Buffer.concat(parts);
}
