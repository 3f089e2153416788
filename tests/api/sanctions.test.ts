import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Config } from '../../bff/src/platform/config/config';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { SanctionsIntakeService } from '../../bff/src/people/screening/sanctions-intake.service';
import { ScreeningService } from '../../bff/src/people/screening/screening.service';
import { OpenSanctionsListService } from '../../bff/src/ports/sanctions/opensanctions-list.service';
import type { SanctionsSource } from '../../bff/src/ports/sanctions/sanctions-source';
import { startLedger, type TestLedger } from '../support/ledger';

/** A source of sanctions lists, and a server that fetches from it. */
let bank: TestLedger;
let source: Server;
let url: string;
let file: string | Buffer;
let asked: number;
/** Whether the connection ends within the file. */
let breaksOff: boolean;

const header =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset';
const row = (id: string, name: string, aliases = '') =>
  `${id},Person,"${name}","${aliases}",,ru,,,"Test ""list""",,,x`;
const list = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;
const three = () =>
  list(row('q-1', 'Ignat Borozdin'), row('q-2', 'Semjon Vaskovar'), row('q-3', 'Orla Tindersol'));

beforeAll(async () => {
  Logger.overrideLogger(false);
  bank = await startLedger(1);
  source = createServer((_request, response) => {
    asked += 1;
    if (file === '') response.writeHead(500).end();
    else if (breaksOff) response.writeHead(200).write(file, () => response.destroy());
    else response.writeHead(200, { 'content-type': 'text/csv' }).end(file);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/targets.simple.csv`;
});
beforeEach(async () => {
  asked = 0;
  breaksOff = false;
  await bank.owner.rows('DELETE FROM incident_entries');
  await bank.owner.rows('DELETE FROM incidents');
  await bank.owner.rows('DELETE FROM sanctions_entries');
  await bank.owner.rows('DELETE FROM sanctions_lists');
  await bank.owner.rows(`DELETE FROM job_progress WHERE job = 'fetch-sanctions'`);
  bank.clock.set(new Date('2026-11-23T08:00:00Z'));
});
afterAll(async () => {
  source.closeAllConnections();
  source.close();
  await bank.stop();
});

function server(isConfigured = true) {
  const { database, clock } = bank;
  const incidents = new IncidentsService(database, new AuditService(clock), new EventsService(clock), clock);
  const port = new OpenSanctionsListService({ sanctionsUrl: url } as Config);
  const screening = new ScreeningService(database, { isConfigured } as SanctionsSource);
  return {
    intake: new SanctionsIntakeService(database, port, incidents, clock),
    /** As each server does every minute. */
    refresh: () => screening.refresh(),
    find: (name: string) => screening.find(name).map(({ entry }) => entry),
  };
}
const later = (hours: number) => bank.clock.set(new Date(bank.clock.now().getTime() + hours * 3_600_000));

it('has the built-in list until one was fetched, then that one, on every server within a minute', async () => {
  const [one, other] = [server(false), server(false)];
  await Promise.all([one.refresh(), other.refresh()]);
  expect([one.find('Octave Malendroit'), other.find('Ignat Borozdin')]).toEqual([['made-up-6'], []]);
  file = `\ufeff${list(row('q-1', 'Игнат Бороздин', 'Ignaty Borosdin'), row('q-2', 'Ännchen ""Zwo"" Quirl'))}`;
  expect(await one.intake.fetchDue()).toBe(2);
  await Promise.all([one.refresh(), other.refresh()]);
  expect([one.find('Ignat Borozdin'), other.find('Borozdin, Ignat')]).toEqual([['q-1'], ['q-1']]);
  expect(other.find('Octave Malendroit')).toEqual([]);
});

it('finds everybody until the first list of its source has come', async () => {
  const { intake, find, refresh } = server();
  await refresh();
  expect(find('Anne Durand')).toEqual(['no-list']);
  file = three();
  await intake.fetchDue();
  await refresh();
  expect([find('Anne Durand'), find('Orla Tindersol')]).toEqual([[], ['q-3']]);
});

it('is fetched once a day, and forgets the lists before', async () => {
  file = list(row('q-1', 'Ignat Borozdin'));
  const { intake } = server();
  expect([await intake.fetchDue(), await intake.fetchDue(), asked]).toEqual([1, 0, 1]);
  later(25);
  file = list(row('q-2', 'Semjon Vaskovar'), row('q-3', 'Orla Tindersol'));
  expect(await intake.fetchDue()).toBe(2);
  const entries = await bank.owner.rows('SELECT entry FROM sanctions_entries ORDER BY entry');
  expect(entries.map(({ entry }) => entry)).toEqual(['q-2', 'q-3']);
});

it.each([
  ['no answer', '', 0],
  ['no list', '<html>down for maintenance</html>', 1],
  ['an empty list', list(), 1],
  ['half of the list', list(row('q-1', 'Ignat Borozdin')), 1],
  ['an unfinished file', `${list(row('q-1', 'Ignat Borozdin'))}q-2,Person,"open`, 1],
  [
    'a file in another encoding',
    Buffer.from(list(...['é', 'è', 'ü'].map((name) => row(name, name))), 'latin1'),
    1,
  ],
  [
    'a file that ends within a letter',
    Buffer.concat([Buffer.from(three()), Buffer.from('é').subarray(0, 1)]),
    1,
  ],
])('keeps the list of the day before after %s', async (_what, answer, opened) => {
  const { intake, find, refresh } = server();
  file = three();
  expect(await intake.fetchDue()).toBe(3);
  await bank.owner.rows('DELETE FROM incidents');
  later(25);
  file = answer;
  expect(await intake.fetchDue()).toBe(0);
  await refresh();
  expect(find('Orla Tindersol')).toEqual(['q-3']);
  const incidents = await bank.owner.rows(`SELECT id FROM incidents WHERE kind = 'sanctions_refused'`);
  expect(incidents).toHaveLength(opened);
});

it('keeps the list of the day before where the connection breaks off, and fetches the next one', async () => {
  const { intake } = server();
  const both = [row('q-1', 'Ignat Borozdin'), row('q-2', 'Semjon Vaskovar')];
  file = list(...both);
  expect(await intake.fetchDue()).toBe(2);
  later(25);
  breaksOff = true;
  expect(await intake.fetchDue()).toBe(0);
  breaksOff = false;
  file = list(...both, row('q-3', 'Orla Tindersol'));
  later(1);
  expect(await intake.fetchDue()).toBe(3);
});

it('keeps nothing of a list that failed, and waits an hour before the next try, on every server', async () => {
  const [one, other] = [server(), server()];
  file = three();
  expect(await one.intake.fetchDue()).toBe(3);
  later(25);
  file = list(row('q-1', 'Ignat Borozdin'));
  asked = 0;
  const tries = [await one.intake.fetchDue(), await other.intake.fetchDue(), await one.intake.fetchDue()];
  expect([tries, asked]).toEqual([[0, 0, 0], 1]);
  expect(await bank.owner.rows('SELECT entry FROM sanctions_entries')).toHaveLength(3);
  expect(await bank.owner.rows('SELECT id FROM sanctions_lists')).toHaveLength(1);
  later(1);
  await other.intake.fetchDue();
  expect(asked).toBe(2);
});

it('removes what killed servers left before it fetches, however many lists it is', async () => {
  const { intake } = server();
  const killed = Array.from({ length: 25 }, (_, hours) => [
    new Date(bank.clock.now().getTime() - (hours + 1) * 3_600_000),
  ]);
  await bank.owner.rows('INSERT INTO sanctions_lists (started_at) VALUES ?', [killed]);
  await bank.owner.rows(
    `INSERT INTO sanctions_entries (list_id, entry, name, aliases, countries, programs)
     SELECT id, 'q-1', 'Ignat Borozdin', '', '', '' FROM sanctions_lists`,
  );
  file = '';
  expect(await intake.fetchDue()).toBe(0);
  expect(await bank.owner.rows('SELECT id FROM sanctions_entries')).toEqual([]);
  expect(await bank.owner.rows('SELECT id FROM sanctions_lists')).toEqual([]);
});

it('opens an incident once no list has come for two days, and closes it with the next one', async () => {
  const { intake } = server();
  const silent = async () =>
    (await bank.owner.rows(`SELECT state FROM incidents WHERE kind = 'sanctions_silent'`)).map(
      ({ state }) => state,
    );
  file = three();
  await intake.fetchDue();
  file = '';
  later(25);
  await intake.fetchDue();
  expect(await silent()).toEqual([]);
  later(24);
  await intake.fetchDue();
  later(1);
  await intake.fetchDue();
  expect(await silent()).toEqual(['open']);
  file = three();
  later(1);
  expect(await intake.fetchDue()).toBe(3);
  expect(await silent()).toEqual(['closed']);
});

it('opens the incident at once where no list ever came', async () => {
  file = '';
  await server().intake.fetchDue();
  const opened = await bank.owner.rows('SELECT kind, state, severity FROM incidents');
  expect(opened).toEqual([{ kind: 'sanctions_silent', state: 'open', severity: 'high' }]);
});
