export function isRemoteName(name: string): boolean;
export function filesOf(name: string, depth: string): Record<string, string>;
