import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

/** The shape of a module, as bff/src/README.md describes it. */
const root = path.join(repository, 'bff/src');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

/** The role that each decorator gives to a class; that of an injectable class follows from what it extends or implements. */
const roles: Record<string, string> = {
  Module: 'module',
  Controller: 'controller',
  Catch: 'filter',
  Entity: 'entity',
};
const injectables: [role: string, heritage: RegExp][] = [
  ['job', /implements Job\b/],
  ['guard', /implements CanActivate\b|extends (AuthGuard|ThrottlerGuard)\b/],
  ['interceptor', /implements NestInterceptor\b/],
  ['pipe', /implements PipeTransform\b/],
  ['channel', /implements Channel\b/],
  ['strategy', /extends PassportStrategy\b/],
];
const suffixes = ['service', ...Object.values(roles), ...injectables.map(([role]) => role)];

interface DecoratedClass {
  name: string;
  role: string;
}

/** The classes of a source that Nest or TypeORM instantiates. */
function classesOf(text: string): DecoratedClass[] {
  const decorated =
    /^@(?<decorator>Module|Controller|Catch|Entity|Injectable)\([\s\S]*?^export class (?<name>\w+)(?<heritage>[^{]*)\{/gm;
  return [...text.matchAll(decorated)].map(({ groups }) => {
    const { decorator = '', name = '', heritage = '' } = groups ?? {};
    const injectable = injectables.find(([, pattern]) => pattern.test(heritage))?.[0] ?? 'service';
    return { name, role: roles[decorator] ?? injectable };
  });
}

const suffixOf = (file: string) => /\.(\w+)\.ts$/.exec(file)?.[1];
const sources = files.map((file) => ({ file, classes: classesOf(read(file)) }));

it('finds every decorated class', () => {
  const decorators = files.flatMap((file) =>
    read(file).match(/^@(Module|Controller|Catch|Entity|Injectable)\(/gm),
  );
  const found = sources.flatMap(({ classes }) => classes);
  expect(found.length).toBeGreaterThan(100);
  expect(found).toHaveLength(decorators.filter(Boolean).length);
});

it('has every decorated class in a file of its own, named by its role', () => {
  const misnamed = sources.filter(
    ({ file, classes }) => classes.length > 1 || classes.some(({ role }) => role !== suffixOf(file)),
  );
  expect(misnamed).toEqual([]);
});

it('has a class of that role in every file named by a role', () => {
  const empty = sources.filter(
    ({ file, classes }) => suffixes.includes(suffixOf(file) ?? '') && classes.length === 0,
  );
  expect(empty).toEqual([]);
});

describe('the module file', () => {
  const provided = ['service', 'controller', 'channel', 'strategy'];
  const providers = new Map<string, string[]>();
  for (const { file, classes } of sources) {
    const names = classes.filter(({ role }) => provided.includes(role)).map(({ name }) => name);
    const module = path.dirname(file);
    if (names.length > 0) providers.set(module, [...(providers.get(module) ?? []), ...names]);
  }

  it.each([...providers])('%s provides its services and controllers', (module, names) => {
    const file = path.join(module, `${path.basename(module)}.module.ts`);
    expect(existsSync(path.join(root, file))).toBe(true);
    // A program of its own, such as a thread's, has a module beside that of the server.
    const modules = files.filter((each) => path.dirname(each) === module && each.endsWith('.module.ts'));
    const declarations = modules.map((each) => read(each).replace(/^import .*$/gm, '')).join('');
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(declarations))).toEqual([]);
  });
});
