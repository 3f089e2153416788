import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { Injectable } from '@nestjs/common';
import { type ErrorKind, type StackFrame } from '@bank/contracts/remote-errors';
import { isSite } from '@bank/contracts/remotes';
import { type BuiltScript, SourceMaps } from '../releases/source-maps.service';
import type { BuiltFrame } from './stack-frames';

/** Some megabytes each when they are decoded. */
const mapsKept = 8;

/** Sources outside a remote's or a shell's own, as the build names them (libs/cli/webpack-source-maps.mjs). */
const foreign = { remote: /^(node_modules|libs|webpack|hosts)\//, shell: /^(node_modules|webpack)\// };

const longestName = 80;
const longestFile = 200;

/** Names the sources of the calls of a stack. */
@Injectable()
export class StackResolver {
  private readonly maps = new Map<string, TraceMap | undefined>();

  constructor(private readonly sourceMaps: SourceMaps) {}

  /**
   * Calls without a map keep the place in the built script.
   * @param owner the remote or shell whose error it is: calls of a shell are in the shell's scripts, all others in those of remotes
   * @throws ApiException UNAVAILABLE when the bucket is away.
   */
  async resolve(frames: BuiltFrame[], owner: string): Promise<StackFrame[]> {
    const resolved: StackFrame[] = [];
    for (const frame of frames) resolved.push(await this.resolveOne(frame, owner));
    return resolved;
  }

  private async resolveOne({ script, line, column }: BuiltFrame, owner: string): Promise<StackFrame> {
    const kind = 'remote' in script ? 'remote' : 'shell';
    const isOwn = isSite(owner) ? 'site' in script && script.site === owner : kind === 'remote';
    const built = { file: script.file, line, column, name: null, is_own: isOwn, is_source: false };
    const map = await this.mapOf(script);
    const found = map && originalPositionFor(map, { line, column: Math.max(0, column - 1) });
    if (!found?.source) return built;
    return {
      file: printable(found.source).slice(0, longestFile),
      line: found.line,
      column: found.column + 1,
      name: found.name && printable(found.name).slice(0, longestName),
      is_own: isOwn && !foreign[kind].test(found.source),
      is_source: true,
    };
  }

  private async mapOf(script: BuiltScript): Promise<TraceMap | undefined> {
    const key = JSON.stringify(script);
    const known = this.maps.get(key);
    this.maps.delete(key);
    const map = known ?? (await this.read(script));
    // The last used one last.
    if (map) this.maps.set(key, map);
    const [oldest] = this.maps.keys();
    if (this.maps.size > mapsKept && oldest !== undefined) this.maps.delete(oldest);
    return map;
  }

  private async read(script: BuiltScript): Promise<TraceMap | undefined> {
    const text = await this.sourceMaps.read(script);
    if (text === undefined) return undefined;
    try {
      return new TraceMap(text);
    } catch {
      // A team's own build may have sent anything.
      return undefined;
    }
  }
}

/** Without characters that change how the text around them is shown. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');

/** The calls by which errors are distinguished: the topmost of the remote's own, or of all if it has none. */
export function tellingFrames(frames: StackFrame[]): StackFrame[] {
  const own = frames.filter((frame) => frame.is_own);
  return (own.length > 0 ? own : frames).slice(0, 3);
}

/** Equal for errors that are probably one fault: lines are left out, since they change from version to version. */
export const faultOf = (kind: ErrorKind, name: string, message: string, frames: StackFrame[]): string =>
  JSON.stringify([
    kind,
    name,
    message,
    ...tellingFrames(frames).map((frame) => (frame.is_source ? [frame.file, frame.name] : [frame.name])),
  ]);
