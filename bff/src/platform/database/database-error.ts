/** The number of the server's error (such as 1062, a duplicate key), wherever the driver or TypeORM put it. */
export function databaseErrorNumber(error: unknown): number | undefined {
  for (const candidate of [error, (error as { driverError?: unknown } | null | undefined)?.driverError]) {
    const number = (candidate as { errno?: unknown } | null | undefined)?.errno;
    if (typeof number === 'number') return number;
  }
  return undefined;
}

export const duplicateKey = 1062;

/** Whether a unique key refused the row. MySQL names its table too; typed values precede the key in the message. */
export function isDuplicateOf(error: unknown, key: string): boolean {
  if (databaseErrorNumber(error) !== duplicateKey) return false;
  const [, named] = /for key '(?:\w+\.)?(\w+)'$/.exec((error as Error).message) ?? [];
  return named === key;
}

/** Whether a CHECK constraint refused the row: error 4025 on MariaDB, 3819 on MySQL. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const number = databaseErrorNumber(error);
  return (number === 4025 || number === 3819) && String((error as Error).message).includes(constraint);
}
