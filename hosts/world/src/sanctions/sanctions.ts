import type { FastifyInstance } from 'fastify';

const columns =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset';

/** Made-up persons, companies and banks, as OpenSanctions' simple CSV has real ones: none of these exists. */
const rows = [
  ['w-1', 'Person', 'Вадим Зорогуев', 'Vadim Zoroguev;Vadim Zoroguyev', 'ru'],
  ['w-2', 'Company', 'Pak Chol-ung Trading Corporation', 'Pakcholung Trading', 'kp'],
  ['w-3', 'Company', 'Bank Omid-e Talai', 'Omid Talai Bank', 'ir'],
  ['w-4', 'Person', 'سليم البرغوني', 'Salim al-Barghouni;Saleem Al Bargouni', 'sy'],
  ['w-5', 'Person', 'Таццяна Лукашынец', 'Tatsiana Lukashynets', 'by'],
  ['w-6', 'Person', 'Octave Malendroit', 'Octavio Malendroit', 'fr;mc'],
  ['w-7', 'Company', 'Zenobia Shipping Holdings', 'Zenobia Maritime', 'cy'],
  ['w-8', 'Person', 'Thuzar Min Zeyarlin', '', 'mm'],
] as const;

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

const file = [
  columns,
  ...rows.map(([id, schema, name, aliases, countries]) =>
    [id, schema, name, aliases, '', countries, '', '', 'Liste du monde inventé', '', '', 'world']
      .map(quoted)
      .join(','),
  ),
].join('\n');

/** The sanctions list, by the name that OpenSanctions gives its file. */
export function registerSanctions(server: FastifyInstance): void {
  server.get('/sanctions/targets.simple.csv', async (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(`${file}\n`),
  );
}
