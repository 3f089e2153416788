import { releaseVersion, remoteManifest, sites } from '@bank/contracts/remotes';
import type { BuiltScript } from '../releases/source-maps.service';

/** A call in a built script, as a browser names it; line and column count from 1. */
export interface BuiltFrame {
  script: BuiltScript;
  line: number;
  column: number;
}

const mostLines = 100;
const mostFrames = 25;
const longestLine = 600;

/** Chromium's `    at name (address:1:2)` and `    at address:1:2`; Firefox's and Safari's `name@address:1:2`. */
const callLine = /(https?:\/\/[^\s()]{1,500}):(\d{1,7}):(\d{1,7})\)?$/;

/** A release of a remote. */
type Release = Pick<Extract<BuiltScript, { remote: string }>, 'remote' | 'version'>;

/**
 * The calls of a stack that are in scripts of the bank; all others, such as a browser's extensions, are left out.
 * @param of the release that the stack is reported of, for calls of frames, whose addresses name no version
 */
export function builtFrames(stack: string, of: Release): BuiltFrame[] {
  return stack
    .split('\n', mostLines)
    .flatMap((text) => frameOf(text.trim(), of) ?? [])
    .slice(0, mostFrames);
}

function frameOf(text: string, of: Release): BuiltFrame | undefined {
  if (text.length > longestLine) return undefined;
  const [, address = '', line, column] = callLine.exec(text) ?? [];
  const script = URL.canParse(address) ? scriptAt(new URL(address).pathname, of) : undefined;
  return script && { script, line: Number(line), column: Number(column) };
}

/**
 * `/remotes/<name>/<version>/<file>`, whose version may have the number of an attempt, `/assets/<site>/<file>`, or
 * `/embed/assets/<name>/<file>`, where a file that several remotes have is under the name of one.
 */
function scriptAt(path: string, { remote, version: ofVersion }: Release): BuiltScript | undefined {
  const [, kind, name = '', third = '', fourth = '', ...more] = path.split('/');
  if (more.length > 0) return undefined;
  if (kind === 'embed' && name === 'assets')
    return isScript(fourth) ? { remote, version: ofVersion, file: fourth } : undefined;
  if (kind === 'assets' && !fourth) {
    const site = sites.find((known) => known === name);
    return site && isScript(third) ? { site, file: third } : undefined;
  }
  const version = third.replace(/(\+|%2B)\d+$/i, '');
  const isRelease =
    kind === 'remotes' &&
    remoteManifest.shape.name.safeParse(name).success &&
    releaseVersion.safeParse(version).success;
  return isRelease && isScript(fourth) ? { remote: name, version, file: fourth } : undefined;
}

const isScript = (file: string): boolean => /^[\w-][\w.-]{0,90}\.js$/.test(file);
