import type { ReactNode } from 'react';

export const metadata = { title: 'Les Tilleuls' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="fr">
      <body>{children}</body>
    </html>
  );
}
