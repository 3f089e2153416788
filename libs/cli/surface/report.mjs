import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { CACHE_DIR, ROOT } from '../paths.mjs';
import { run } from '../processes.mjs';
import { CliError } from '../progress.mjs';
import { entriesOf, LIBRARIES, packageOf } from './program.mjs';
import { readCached, surfaceKey, writeCached } from './surface.mjs';

/**
 * The report of a library's surface for people, `libs/<library>/api.md`, by API Extractor. It reads declarations, of one
 * file for each library: the entries as namespaces.
 */

const WORK = path.join(CACHE_DIR, 'api');

/** Types only: what the report leaves out is no part of a surface. */
const SILENT = { default: { logLevel: 'none' } };

/** @returns {Promise<Record<string, string>>} the report of each library */
export async function makeReports() {
  const key = surfaceKey();
  const known = readCached('api-reports.json', key);
  if (known) return known;
  await emitDeclarations();
  const reports = Object.fromEntries(LIBRARIES.map((library) => [library, normalised(reportOf(library))]));
  writeCached('api-reports.json', key, reports);
  return reports;
}

/** Whether something is documented is no part of a surface. @param {string} report */
const normalised = (report) =>
  report.replace(/^ *\/\/ \(undocumented\)\n/gm, '').replace(/^( *\/\/ @\w+.*) \(undocumented\)$/gm, '$1');

/** Emits the declarations of all libraries, as packages that find each other by their names. */
async function emitDeclarations() {
  fs.rmSync(WORK, { recursive: true, force: true });
  const config = path.join(WORK, 'tsconfig.json');
  const sources = ['contracts', ...LIBRARIES].map((library) => path.join(ROOT, 'libs', library));
  writeJson(config, {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: path.join(ROOT, 'libs'),
      outDir: WORK,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    },
    include: sources,
    exclude: [...['test.ts', 'test.tsx'].map((end) => `${ROOT}/libs/**/*.${end}`), `${ROOT}/**/node_modules`],
  });
  const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc');
  const { code, stdout } = await run('declarations', process.execPath, [compiler, '-p', config], {
    cwd: ROOT,
  });
  if (code !== 0) throw new CliError(`The declarations of the shared libraries cannot be made.\n${stdout}`);
  writeJson(path.join(WORK, 'contracts/package.json'), { name: '@bank/contracts', version: '0.0.0' });
  LIBRARIES.forEach(writePackage);
  fs.mkdirSync(path.join(WORK, 'node_modules'));
  fs.symlinkSync('..', path.join(WORK, 'node_modules/@bank'));
}

/** @param {string} library */
function writePackage(library) {
  const { name, version, exports } = packageOf(library);
  const folder = path.join(WORK, library);
  const types = Object.entries(exports)
    .filter(([, file]) => /\.tsx?$/.test(file))
    .map(([entry, file]) => [entry, { types: file.replace(/\.tsx?$/, '.d.ts') }]);
  writeJson(path.join(folder, 'package.json'), { name, version, exports: Object.fromEntries(types) });
  writeJson(path.join(folder, 'tsconfig.json'), {
    compilerOptions: {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      jsx: 'react-jsx',
      skipLibCheck: true,
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
    },
    files: ['entries.d.ts'],
  });
  const lines = entriesOf(library).map(([entry, file]) => {
    const relative = path.relative(path.join(ROOT, 'libs', library), file).replace(/\.tsx?$/, '');
    return `export * as ${entry.replace(/-(.)/g, (_, letter) => letter.toUpperCase())} from './${relative}';`;
  });
  fs.writeFileSync(path.join(folder, 'entries.d.ts'), `${lines.join('\n')}\n`);
}

/** @param {string} library @returns {string} */
function reportOf(library) {
  const folder = path.join(WORK, library);
  const configuration = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: path.join(folder, 'entries.d.ts'),
      compiler: { tsconfigFilePath: path.join(folder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: 'api',
        reportFolder: path.join(folder, 'report'),
        reportTempFolder: path.join(folder, 'report'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
      newlineKind: 'lf',
    },
    configObjectFullPath: path.join(folder, 'api-extractor.json'),
    packageJsonFullPath: path.join(folder, 'package.json'),
  });
  fs.mkdirSync(path.join(folder, 'report'), { recursive: true });
  const { succeeded } = Extractor.invoke(configuration, { localBuild: true, messageCallback: silence });
  const report = path.join(folder, 'report/api.api.md');
  if (!succeeded || !fs.existsSync(report))
    throw new CliError(`API Extractor cannot report on @bank/${library}.`);
  return fs.readFileSync(report, 'utf8');
}

/** @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function silence(message) {
  if (message.logLevel !== 'error') message.handled = true;
}

/** @param {string} file @param {unknown} content */
function writeJson(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
