import type { Copy, LogFiles, Manifest } from './manifest';
import { planOf } from './restore-plan';
import { outdated } from './retention';

const content = { name: 'x', parts: [{ bytes: 1, sha256: '0'.repeat(64) }] };
const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;
const moment = (minute: number) => new Date(at(minute));
const fileOf = (number: number) => `changes.${String(number).padStart(6, '0')}`;

const copy = (minute: number, file: number, over: Partial<Copy> = {}): Copy => ({
  version: 1,
  id: `20261123T10${minute}00Z-full`,
  stream: 's',
  until: at(minute),
  kind: 'full',
  base: null,
  database: 'bank',
  lsn: '1',
  log: { file: fileOf(file), position: 4 },
  data: content,
  folder: content,
  ...over,
});
const log = (minute: number, files: number[], stream = 's'): LogFiles => ({
  version: 1,
  id: `20261123T10${minute}00Z-log`,
  stream,
  until: at(minute),
  kind: 'log',
  files: files.map((number) => ({ name: fileOf(number), sha256: '0'.repeat(64), content })),
});

const full = copy(10, 3);
const next = copy(20, 6, { id: 'next', kind: 'incremental', base: full.id });
const kept: Manifest[] = [log(30, [6, 7]), next, log(15, [3, 4]), full, log(21, [5])];
const names = (plan: ReturnType<typeof planOf>) => plan.files.map(({ name }) => name);

describe('the plan of a restore', () => {
  it('takes the last copy before the moment, its base copies, and the log from there to the moment', () => {
    const plan = planOf(kept, moment(25));
    expect(plan.copies).toEqual([full, next]);
    expect(names(plan)).toEqual(['changes.000006', 'changes.000007']);
    expect(plan.position).toBe(4);
  });

  it('takes the additions to the folder after the copy, up to the moment', () => {
    const came = (minute: number, files: number[]) => ({
      ...log(minute, files),
      folder: { ...content, name: String(minute) },
    });
    const all = [came(30, [6, 7]), next, came(15, [3, 4]), full, came(19, [5])];
    const folders = (minute: number) => planOf(all, moment(minute)).folders.map(({ name }) => name);
    expect([folders(13), folders(18), folders(25)]).toEqual([['15'], ['15', '19'], ['30']]);
  });

  it('takes the log of several runs for a moment between them', () => {
    expect(planOf(kept, moment(19)).copies).toEqual([full]);
    expect(names(planOf(kept, moment(19)))).toEqual(['changes.000003', 'changes.000004', 'changes.000005']);
  });

  it.each([
    ['before the first', kept, 9, 'That is before the first backup, which is of 2026-11-23T10:10:00.000Z.'],
    [
      'after the last',
      kept,
      31,
      'That is after the last backup, which reaches up to 2026-11-23T10:30:00.000Z.',
    ],
    ['without any', [], 31, 'There are no backups.'],
    [
      'in a gap',
      kept.filter(({ id }) => id !== log(15, []).id),
      19,
      'The binary log has a gap: changes.000003 was never kept, or is gone.',
    ],
    [
      'with a base that is gone',
      kept.filter((one) => one !== full),
      25,
      `The backup ${full.id}, on which next is based, is missing.`,
    ],
    [
      'between two streams',
      [...kept, copy(50, 1, { id: 'other', stream: 'other' })],
      40,
      'Nothing was kept of that time: the log reaches up to 2026-11-23T10:30:00.000Z, the next backup is of 2026-11-23T10:50:00.000Z.',
    ],
  ])('refuses a time %s', (_what, manifests, minute, sentence) => {
    expect(() => planOf(manifests, moment(minute))).toThrow(sentence);
  });

  it('never mixes the logs of two databases', () => {
    const mixed = [full, log(15, [3]), log(20, [4], 'other'), log(25, [5])];
    expect(() => planOf(mixed, moment(24))).toThrow('changes.000004 was never kept');
  });
});

describe('the retention', () => {
  const days = (count: number) => new Date(Date.parse(at(10)) + count * 86_400_000);

  it('keeps all copies that restore a kept moment, and removes older ones', () => {
    const newer = copy(40, 9, { id: 'newer' });
    const all = [...kept, newer, log(41, [8, 9])];
    expect(outdated(all, [], 30, days(29))).toEqual([]);
    const gone = outdated(all, [], 30, days(31));
    expect(new Set(gone)).toEqual(new Set(kept.map(({ id }) => id)));
    expect(
      planOf(
        all.filter(({ id }) => !gone.includes(id)),
        moment(41),
      ).copies,
    ).toEqual([newer]);
  });

  it('removes the contents of a backup that was never finished, once no run can be at it', () => {
    const contents = ['20261123T101000Z-full-aa', full.id];
    expect(outdated([full], contents, 30, days(1))).toEqual([]);
    expect(outdated([full], contents, 30, days(3))).toEqual(['20261123T101000Z-full-aa']);
  });
});
