import fs from 'node:fs';
import process from 'node:process';
import { CliError } from './progress.mjs';

/**
 * The value of an environment variable, or of the file that `<name>_FILE` names, as the server reads it.
 * @param {string} name
 * @returns {string | undefined}
 */
export function variable(name) {
  const given = process.env[name];
  const file = process.env[`${name}_FILE`];
  if (given || !file) return given;
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError(`${name}_FILE names ${file}, which cannot be read.`);
  }
}
