/** Creates a value on first use. The first `Intl` object of a page costs a slow phone over 100 ms. */
export function lazy<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
