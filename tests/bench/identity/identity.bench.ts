import { DocumentReader } from '../../../bff/src/people/identity-check/document-reader.service';
import { approvable, doubtful, specimens, type Kind } from './documents';
import { Judge, type Outcome } from './judged';

/** Of the documents without a fault, at least this part is decided without a person. */
const leastDecided = 0.8;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const quantile = (values: number[], part: number) =>
  [...values].sort((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? 0;

function report(outcomes: Outcome[]) {
  print('kind             right  of   seconds');
  for (const kind of [...Object.keys(approvable), ...Object.keys(doubtful)] as Kind[]) {
    const ofKind = outcomes.filter(({ specimen }) => specimen.kind === kind);
    const right = ofKind.filter(({ isApproved }) => isApproved === kind in approvable).length;
    const seconds = quantile(
      ofKind.map((outcome) => outcome.seconds),
      0.5,
    ).toFixed(2);
    print(
      `${kind.padEnd(16)} ${String(right).padStart(5)} ${String(ofKind.length).padStart(3)} ${seconds.padStart(9)}`,
    );
  }
  const times = outcomes.map(({ seconds }) => seconds);
  print(
    `seconds each: median ${quantile(times, 0.5).toFixed(2)}, p95 ${quantile(times, 0.95).toFixed(2)}, most ${Math.max(...times).toFixed(2)}`,
  );
}

it('approves nothing wrongly, and decides most good documents without a person', async () => {
  const reader = new DocumentReader();
  const judge = new Judge(reader);
  const outcomes: Outcome[] = [];
  try {
    for (const [customer, specimen] of specimens().entries())
      outcomes.push(await judge.judge(specimen, customer));
  } finally {
    reader.onApplicationShutdown();
  }
  report(outcomes);
  const ought = ({ specimen: { kind } }: Outcome) => kind in approvable;
  const good = outcomes.filter(ought);
  const decided = good.filter(({ isApproved }) => isApproved).length;
  const wrong = outcomes.filter((outcome) => outcome.isApproved && !ought(outcome));
  const right = decided + outcomes.filter((outcome) => !outcome.isApproved && !ought(outcome)).length;
  print(
    `right decisions ${right} of ${outcomes.length}; wrong approvals ${wrong.length}; good ones decided ${decided} of ${good.length}`,
  );
  expect(outcomes).toHaveLength(200);
  expect(wrong.map(({ specimen: { kind, number } }) => `${kind} ${number}`)).toEqual([]);
  expect(decided / good.length).toBeGreaterThanOrEqual(leastDecided);
});
