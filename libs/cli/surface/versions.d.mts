type Part = 'major' | 'minor' | 'patch';
type Change = 'none' | 'compatible' | 'breaking';

export function versionProblem(
  name: string,
  before: string,
  version: string,
  change: Change,
  planned: Part[],
): string | undefined;
