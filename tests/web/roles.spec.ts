import { expect, test } from '../support/bank-fixture';
import type { Registry } from '../../libs/contracts/remotes';
import { call } from '../support/http';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

test.slow();

inBothLanguages(
  'a customer reads on every screen of the back-office that it is not theirs',
  async (journey) => {
    const { page, context, bank, say } = journey;
    await ownCustomer(context, bank.shellUrl);
    const { body } = await call<Registry>('GET', `${bank.backOfficeUrl}/remotes.json`);
    const ofEachRemote = body.remotes
      .map(({ routes }) =>
        routes
          .filter(({ hosts, audience }) => hosts.includes('back-office') && audience === 'administrator')
          .flatMap(({ path, aliases }) => [path, ...aliases]),
      )
      .filter((paths) => paths.length > 0);
    const paths = ofEachRemote.flat();
    expect(paths).toEqual(
      expect.arrayContaining(['/admin', '/admin/users', '/users', '/valider-paiement', '/admin/logs']),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // One rule of the shell decides for all: all of them are opened with the long matrices.
    for (const path of process.env.TEST_ALL ? paths : ofEachRemote.map(([first = '']) => first)) {
      await page.goto(bank.backOfficeUrl + path);
      await expect(
        page.getByRole('heading', {
          name: say('Cet espace est réservé au personnel', 'This place is for staff'),
        }),
      ).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    expect(asked.filter((path) => /^\/api\/(admin|paiement)/.test(path))).toEqual([]);
  },
);
