export function outsideFilesOf(
  name: string,
  versions: Record<string, string>,
  registry?: string,
): Record<string, string>;
