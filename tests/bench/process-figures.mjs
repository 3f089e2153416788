import fs from 'node:fs';

/** The most memory that a process ever had; NaN where the system does not report it. @param {number} pid */
export function peakMegabytes(pid) {
  const file = `/proc/${pid}/status`;
  if (!fs.existsSync(file)) return NaN;
  return Number(/VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(file, 'utf8'))?.[1]) / 1024;
}

/** The processor time of a process so far, of which Linux counts hundredths of a second. @param {number} pid */
export function processorSeconds(pid) {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return NaN;
  const fields = fs.readFileSync(file, 'utf8').split(') ').pop()?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
