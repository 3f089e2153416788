import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@bank/client/router';

/**
 * The token of a mailed link, from the fragment, which no server or log sees. Removed from the address at once, so that the
 * browser's history does not keep it. Older links have it in the query.
 */
export function useLinkToken(): string {
  const { hash, search, pathname } = useLocation();
  const navigate = useNavigate();
  const linked = tokenIn(hash.slice(1)) ?? tokenIn(search) ?? '';
  const [token, setToken] = useState(linked);
  if (linked && linked !== token) setToken(linked);
  useEffect(() => {
    if (linked) void navigate(pathname, { replace: true });
  }, [linked, navigate, pathname]);
  return token;
}

const tokenIn = (parameters: string) => new URLSearchParams(parameters).get('token') ?? undefined;
