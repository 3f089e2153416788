import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@bank/client/router';

/**
 * The token of a mailed link, which stands in the fragment: no server, log or other site sees that. It leaves the address
 * at once, so that not even this browser's history keeps it. A link of before, with its token in the query, is read too.
 */
export function useLinkToken(): string {
  const { hash, search, pathname } = useLocation();
  const navigate = useNavigate();
  const given = tokenIn(hash.slice(1)) ?? tokenIn(search) ?? '';
  const [token, setToken] = useState(given);
  if (given && given !== token) setToken(given);
  useEffect(() => {
    if (given) void navigate(pathname, { replace: true });
  }, [given, navigate, pathname]);
  return token;
}

const tokenIn = (parameters: string) => new URLSearchParams(parameters).get('token') ?? undefined;
