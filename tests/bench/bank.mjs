import fs from 'node:fs';
import process from 'node:process';
import { supervise } from '../../libs/cli/processes.mjs';
import { startCluster } from './bank/cluster.mjs';
import { decidePayments } from './bank/payments.mjs';
import { report, reportViolations } from './bank/report.mjs';
import { newHome, runBank } from './bank/run.mjs';

/**
 * `npm run bench:bank`: the bank test. Orders and reads over HTTP while servers and database are killed, for
 * BANK_SECONDS (60), then BANK_PAYMENTS (500) payments each approved and rejected at once. Ends with 1 on any violation.
 */
const seconds = Number(process.env.BANK_SECONDS || 60);
const payments = Number(process.env.BANK_PAYMENTS || 500);
const port = Number(process.env.PORT || 3900);
const home = newHome();

async function bench() {
  const cluster = await startCluster(home, [port, port + 5]);
  const result = await runBank(cluster, seconds);
  console.log(report(result));
  const decisions = await decidePayments(cluster, payments);
  console.log(
    `${payments} payments approved and rejected at once: ${decisions.approved} approved, ${decisions.rejected} rejected`,
  );
  if (decisions.violations.length > 0) console.log(reportViolations(decisions.violations).join('\n'));
  return result.violations.length + decisions.violations.length > 0 ? 1 : 0;
}

void supervise(bench, () => fs.rmSync(home, { recursive: true, force: true }));
