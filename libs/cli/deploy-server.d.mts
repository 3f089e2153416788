export function deployServer(named?: string): {
  address: string;
  call(method: string, path: string, body?: unknown): Promise<unknown>;
};
