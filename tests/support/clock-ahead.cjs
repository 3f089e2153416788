/** Required by a server of a test whose clock is `CLOCK_AHEAD_MINUTES` ahead of the machine's. */
const ahead = Number(process.env.CLOCK_AHEAD_MINUTES) * 60_000;
const { now } = Date;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, called) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, called),
});
