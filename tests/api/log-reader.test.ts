import { createDatabase, type TestDatabase } from '../support/database';
import { databaseGate, type DatabaseGate } from '../support/database-gate';
import { call } from '../support/http';
import { freePorts, noRemotes, ServerProcess } from '../support/server';

let database: TestDatabase;
let gate: DatabaseGate;
let server: ServerProcess;
beforeAll(async () => {
  database = await createDatabase();
  gate = await databaseGate(database.url);
  server = new ServerProcess(await freePorts(), { DATABASE_URL: gate.url, REMOTES_DIR: noRemotes });
});
afterEach(() => server.kill());
afterAll(async () => {
  gate.end();
  await database.drop();
});

/** Makes it log more than a pipe holds: each path is in its line. */
async function chat() {
  const path = 'x'.repeat(4_000);
  for (let round = 0; round < 20; round += 1) {
    const calls = Array.from({ length: 20 }, () =>
      call('GET', `http://localhost:${server.port}/api/${path}`),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
  }
}

it('serves and ends by itself when the reader of its log takes nothing any more', async () => {
  await server.start();
  server.freezeReader();
  await chat();
  expect(await server.stop()).toBe(0);
});

it('ends by itself when its parent was killed: its log has no reader, its database is gone', async () => {
  await server.start();
  server.loseReader();
  await gate.goAway();
  expect(await server.stop()).toBe(0);
});
