import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '../support/bank-fixture';
import { testWithRemotes as test } from '../support/remotes-fixture';

const fixture = path.resolve('tests/web/fixtures/hello');

test('a remote that is published to a running server gets its route and its place in the navigation', async ({
  page,
  remotesDir,
}) => {
  test.slow();
  await page.goto('/hello');
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();

  const webpack = path.resolve('node_modules/webpack/bin/webpack.js');
  await promisify(execFile)(process.execPath, [webpack, '--config', path.join(fixture, 'webpack.config.js')]);
  await cp(path.join(fixture, 'dist'), path.join(remotesDir, 'hello/dist'), { recursive: true });

  await expect(async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Bonjour' }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page).toHaveURL('/hello');
  await expect(page).toHaveTitle('Bonjour · Bank PCS');
  await expect(page.getByText('Cette page n’existait pas au démarrage du serveur.')).toBeVisible();
  await page
    .getByRole('button', { name: /english/i })
    .first()
    .click();
  await expect(page.getByText('This page did not exist when the server started.')).toBeVisible();
});
