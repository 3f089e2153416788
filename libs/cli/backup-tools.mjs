import fs from 'node:fs';
import { canInstallPackages, findProgram } from './machine.mjs';
import { installPackages } from './install.mjs';
import { BFF_COMMAND } from './paths.mjs';
import { CliError } from './progress.mjs';

/** The programs of backups, and the Debian packages that have them. */
const PROGRAMS = {
  'mariadb-backup': 'mariadb-backup',
  mbstream: 'mariadb-backup',
  'mariadb-binlog': 'mariadb-client',
};

/** The built server and the programs of backups. @throws {CliError} that names what is missing */
export async function requireBackupTools() {
  if (!fs.existsSync(BFF_COMMAND)) throw new CliError('The server is not built: npm run build -- bff');
  await requireBackupPrograms();
}

/** The programs of backups, installed where the process may. @throws {CliError} that names what is missing */
export async function requireBackupPrograms() {
  const missing = () => Object.entries(PROGRAMS).filter(([program]) => findProgram([program]) === null);
  const packages = [...new Set(missing().map(([, name]) => name))];
  if (packages.length > 0 && canInstallPackages()) await installPackages(packages);
  const [first] = missing();
  if (!first) return;
  throw new CliError(
    `${first[0]} is not installed. Install it in the version of the database's server (Debian and Ubuntu: apt-get install ` +
      'mariadb-backup mariadb-client; Fedora: dnf install mariadb-backup mariadb; macOS: brew install mariadb).',
  );
}
