import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODES } from '../../../libs/cli/cluster/home.mjs';

/**
 * The size of a node's disk: the data, and for each round its binary logs (about 80 MB, and as much again to spare), which a node
 * keeps for a day.
 */
const megabytesFor = (/** @type {number} */ rounds) => 1_500 + 150 * rounds;
/** Left by the large allocation, which needs some for itself, and filled block by block. */
const SPARE_BLOCKS = 64;
const THROTTLE = '/sys/fs/cgroup/blkio';

const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * A disk of its own for each node, which can be filled and slowed down: an image on a loop device, for root on Linux. FAILOVER_DISKS
 * (the cluster's folder) is where the images lie: on one physical disk the writes of a node delay those of the others, which they do
 * not on three machines nor in a folder in memory.
 * @param {string} home of the cluster
 * @param {number} rounds of all faults
 * @returns undefined where that is not possible; the faults of disks are then left out
 */
export function mountDisks(home, rounds) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const images = process.env.FAILOVER_DISKS || home;
  const imageOf = (/** @type {string} */ name) => path.join(images, `${path.basename(home)}-${name}.img`);
  /** @type {string[]} */
  const mounted = [];
  const unmount = () => {
    mounted.splice(0).forEach((folder) => run('umount', '-l', folder));
    for (const name of NODES) fs.rmSync(imageOf(name), { force: true });
  };
  try {
    for (const name of NODES) {
      const folder = path.join(home, name);
      const image = imageOf(name);
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      run('truncate', '-s', `${megabytesFor(rounds)}M`, image);
      run('mkfs.ext4', '-q', '-m', '0', image);
      run('mount', '-o', 'loop', image, folder);
      mounted.push(folder);
    }
  } catch {
    unmount();
    return undefined;
  }
  const folderOf = (/** @type {number} */ node) => path.join(home, NODES[node] ?? '');
  return {
    unmount,
    /** Leaves nothing free; returns what frees it again. At once: the links between the nodes are in this process. @param {number} node */
    fill(node) {
      const filler = path.join(folderOf(node), 'filler');
      const { bavail, bsize } = fs.statfsSync(folderOf(node));
      run('fallocate', '-l', String(Math.max(1, bavail - SPARE_BLOCKS) * bsize), filler);
      const file = fs.openSync(filler, 'a');
      const block = Buffer.alloc(bsize);
      try {
        for (;;) fs.writeSync(file, block);
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
      } finally {
        fs.closeSync(file);
      }
      return () => fs.rmSync(filler, { force: true });
    },
    canSlow: fs.existsSync(path.join(THROTTLE, 'blkio.throttle.write_iops_device')),
    /** So many writes a second for a process; returns what ends it. @param {number} node @param {number} pid @param {number} writes */
    slow(node, pid, writes) {
      const { dev } = fs.statSync(folderOf(node));
      const device = `${(dev >> 8) & 0xfff}:${dev & 0xff}`;
      const group = path.join(THROTTLE, `bank-failover-${process.pid}`);
      fs.mkdirSync(group, { recursive: true });
      fs.writeFileSync(path.join(group, 'blkio.throttle.write_iops_device'), `${device} ${writes}`);
      fs.writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
      return async () => {
        fs.writeFileSync(path.join(group, 'blkio.throttle.write_iops_device'), `${device} 0`);
        for (const each of fs
          .readFileSync(path.join(group, 'cgroup.procs'), 'utf8')
          .split('\n')
          .filter(Boolean))
          fs.writeFileSync(path.join(THROTTLE, 'cgroup.procs'), each);
        await removeGroup(group);
      };
    },
  };
}

/** A group is busy until the processes that were killed in it are gone. @param {string} group */
async function removeGroup(group) {
  for (let tries = 0; ; tries += 1, await sleep(100)) {
    try {
      return fs.rmdirSync(group);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EBUSY' || tries === 50) throw error;
    }
  }
}

/** @typedef {NonNullable<ReturnType<typeof mountDisks>>} Disks */
