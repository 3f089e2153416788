/** Makes a thing when it is first wanted. The first `Intl` object of a page costs a slow telephone over 100 ms. */
export function lazily<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
