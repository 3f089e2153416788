/** The part of the Cookie Store API that is used here; absent from older browsers. */
interface Cookies {
  get(name: string): Promise<{ value: string } | null>;
}

/** The value of a cookie of this site; undefined without one, and where the browser shows workers none. */
export async function cookieOf(name: string): Promise<string | undefined> {
  const { cookieStore } = self as unknown as { cookieStore?: Cookies };
  return (await cookieStore?.get(name))?.value;
}
