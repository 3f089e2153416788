import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { repository } from '../../support/repository';

const run = promisify(execFile);

/** The packages of a partner's own application, by the major version of its React. */
const reacts = {
  16: path.join(repository, 'tests/react-16/node_modules'),
  18: path.join(repository, 'tests/react-18/node_modules'),
  19: path.join(repository, 'node_modules'),
};

export type ReactVersion = keyof typeof reacts;

/** The usual dependencies of such an application, none from this repository. */
const settings = (react: ReactVersion) => ({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: react === 16 ? 'react' : 'react-jsx',
    strict: true,
    types: [],
    outDir: 'out',
    esModuleInterop: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  },
  files: ['application.tsx'],
});

/** A separate folder with the packed package, as after an installation. */
export interface Consumer {
  /** The files of the package. */
  files: string[];
  read: (file: string) => Promise<string>;
  /** TypeScript's errors for an application and the package's types. */
  complaints: (application: string, react: ReactVersion) => Promise<string[]>;
  /** Bundles an application into one script. */
  built: (application: string, react: ReactVersion) => Promise<string>;
  /** Bundles a script that uses the package and others that are installed here. */
  bundled: (script: string, packages: string[]) => Promise<string>;
  archive: () => Promise<Buffer>;
  folder: string;
}

/** Packs the package, and calls `use` with it in a temporary folder. */
export async function withConsumer(use: (consumer: Consumer) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-consumer-'));
  try {
    const files = await installIn(folder);
    await use({
      files,
      read: (file) => readFile(path.join(folder, 'node_modules/@bank/embed', file), 'utf8'),
      complaints: (application, react) => compile(folder, application, react),
      built: async (application, react) => {
        const complaints = await compile(folder, application, react);
        if (complaints.length > 0) throw new Error(complaints.join('\n'));
        return bundle(folder);
      },
      bundled: async (script, packages) => {
        for (const name of packages)
          await symlink(path.join(repository, 'node_modules', name), path.join(folder, 'node_modules', name));
        await mkdir(path.join(folder, 'out'), { recursive: true });
        await writeFile(path.join(folder, 'out/application.js'), script);
        return bundle(folder);
      },
      archive: () => readFile(path.join(folder, archiveName)),
      folder: path.join(folder, 'node_modules/@bank/embed'),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const archiveName = 'embed.tgz';

/** The package as npm packs it, once for all tests of a worker. */
let packed: Promise<{ files: string[]; archive: Buffer }> | undefined;

async function pack() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-packed-'));
  try {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: path.join(repository, 'libs/embed'),
    });
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ];
    const archive = await readFile(path.join(folder, filename));
    return { files: files.map((file) => file.path), archive };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function installIn(folder: string): Promise<string[]> {
  const { files, archive } = await (packed ??= pack());
  await writeFile(path.join(folder, archiveName), archive);
  await mkdir(path.join(folder, 'node_modules/@bank/embed'), { recursive: true });
  await run('tar', ['-xzf', archiveName, '--strip-components=1', '-C', 'node_modules/@bank/embed'], {
    cwd: folder,
  });
  return [...files];
}

async function compile(folder: string, application: string, react: ReactVersion): Promise<string[]> {
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@types'), { recursive: true });
  const names = ['@types/react', '@types/react-dom', ...(react === 18 ? [] : ['react', 'react-dom'])];
  for (const name of names) {
    await rm(path.join(modules, name), { force: true });
    await symlink(path.join(reacts[react], name), path.join(modules, name));
  }
  await writeFile(path.join(folder, 'application.tsx'), application);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings(react)));
  const compiler = path.join(repository, 'node_modules/typescript7/bin/tsc');
  const said = await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  // A new compiler rejects old types of React.
  return said.stdout.split('\n').filter((line) => /error TS/.test(line) && !/@types|csstype/.test(line));
}

async function bundle(folder: string): Promise<string> {
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    context: folder,
    entry: './out/application.js',
    output: { path: folder, filename: 'page.js' },
  });
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString('errors-only'))) : resolve(),
    ),
  );
  return readFile(path.join(folder, 'page.js'), 'utf8');
}
