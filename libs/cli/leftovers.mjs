import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The process that a pid file names, if it still runs. Since pids are reused, its command line must contain `mark`; a
 * zombie has no command line and counts as ended.
 * @param {string} pidFile
 * @param {string} mark
 * @returns {number | null}
 */
export function livingProcess(pidFile, mark) {
  if (!fs.existsSync(pidFile)) return null;
  const pid = Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10);
  return pid > 1 && pid !== process.pid && commandLine(pid).includes(mark) ? pid : null;
}

/**
 * Stops the process that a killed run left behind: by SIGTERM, then SIGKILL.
 * @param {string} pidFile
 * @param {string} mark
 * @param {number} graceMs
 */
export async function stopLeftover(pidFile, mark, graceMs) {
  const pid = livingProcess(pidFile, mark);
  if (pid === null) return;
  process.kill(pid, 'SIGTERM');
  for (const end = Date.now() + graceMs; Date.now() < end; await sleep(100)) {
    if (!commandLine(pid).includes(mark)) return;
  }
  process.kill(pid, 'SIGKILL');
  while (commandLine(pid).includes(mark)) await sleep(100);
}

/**
 * Empty when there is no such process.
 * @param {number} pid
 */
export function commandLine(pid) {
  if (!HAS_PROC) return ps('command=', pid);
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** @param {number} pid */
export function parentOf(pid) {
  if (!HAS_PROC) return Number(ps('ppid=', pid));
  return Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Small Debian images have no ps; macOS has no /proc. */
const HAS_PROC = fs.existsSync('/proc/self/cmdline');

/**
 * @param {string} field
 * @param {number} pid
 */
function ps(field, pid) {
  return spawnSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
