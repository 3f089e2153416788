import { readConfig } from './config';
import { startWorld, type World } from './world';

/** How long calls in progress may take at the end, ms. */
const stopMs = 8_000;

/** Ends on SIGTERM and SIGINT, and with the process that started it where that keeps a channel open. */
function stopOnSignals(started: Promise<World>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), stopMs).unref();
    await (await started).stop();
    process.exit(0);
  };
  const fail = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop().catch(fail));
  started.catch(fail);
}

async function start(): Promise<World> {
  return startWorld(readConfig(process.env));
}

stopOnSignals(start());
