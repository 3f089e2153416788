/** The path of a request's target, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

export const isApi = (url: string): boolean =>
  url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
