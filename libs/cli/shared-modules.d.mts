export function isBundled(request: string): boolean;
