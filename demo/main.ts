/** `npm run demo`: fills an empty installation with a company, through the server's own calls. */
import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { type Server, buildServer } from '../server/src/app/server.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { DataInUse, takeData } from '../server/src/platform/db/data-lock.ts';
import { type Caller, Refused, signIn, signOutAll } from './caller.ts';
import { classifyDocuments } from './classify-documents.ts';
import { type Clock, clockFrom } from './clock.ts';
import { guides } from './company/people.ts';
import { fillCabinets } from './fill-cabinets.ts';
import { fillDocuments } from './fill-documents.ts';
import { fillPeople } from './fill-people.ts';
import { leaveConversations } from './fill-conversations.ts';
import { leaveTraces } from './fill-traces.ts';
import { holdMeetings } from './hold-meetings.ts';
import { prepareTemplates } from './prepare-templates.ts';
import { publishRules } from './publish-rules.ts';
import { submitContracts } from './submit-contracts.ts';

/** A reason not to start, shown without a stack. */
class NotEmpty extends Error {}

/** The company's history covers two years. */
const history = 2 * 365 * 24 * 3600 * 1000;

const companyName = 'Lanjiang Engineering';

const advice = 'Set DOSSIER_DATA to a new folder and run it again.';

async function administrator(server: Server, base: string): Promise<Caller> {
  const password = server.firstPassword ?? server.services.config.adminPassword;
  if (password === undefined)
    throw new NotEmpty(`The demo fills only an empty installation, and this one has been started before. ${advice}`);
  try {
    return await signIn(base, 'admin', password);
  } catch (error) {
    if (error instanceof Refused && error.code === codes.badCredentials.code)
      throw new NotEmpty(`The demo fills only an empty installation, and in this one the administrator has another password. ${advice}`, {
        cause: error,
      });
    throw error;
  }
}

async function needEmpty(admin: Caller): Promise<void> {
  const { totalNumber } = await admin.call(people.users, {});
  const departments = await admin.call(people.departments, {});
  const areas = Object.values(moduleType).map((area) => admin.call(library.cabinets, { moduleType: area }));
  const cabinets = (await Promise.all(areas)).reduce((sum, page) => sum + page.totalNumber, 0);
  if (totalNumber > 1 || departments.length > 0 || cabinets > 0)
    throw new NotEmpty(`The demo fills only an empty installation, and this one already holds people or documents. ${advice}`);
}

/** The name and the title of the company, in place of the product's. */
async function nameCompany(admin: Caller): Promise<void> {
  const { list } = await admin.call(people.organisations, {});
  for (const { id, first } of list) if (first) await admin.call(people.updateOrganisation, { id, name: companyName, title: companyName });
}

async function fill(server: Server, clock: Clock): Promise<void> {
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const admin = await administrator(server, base);
  await needEmpty(admin);
  await nameCompany(admin);
  console.log(
    `Filling ${server.services.config.databaseUrl === undefined ? server.services.config.data : 'the database'} with ${companyName}`,
  );
  const company = await fillPeople(base, admin, clock);
  console.log(
    `  ${company.departments.size} departments, ${company.users.size} people, ${company.groups.size} groups, ${company.roles.size} roles`,
  );
  console.log(`\nEveryone below has the password ${company.password}\n`);
  for (const [login, shows] of guides) console.log(`  ${login.padEnd(16)} ${shows}`);
  if (server.firstPassword !== undefined)
    console.log(`\n  ${'admin'.padEnd(16)} the administrator, with the password ${server.firstPassword}`);
  console.log('\nBoth are shown only now. The documents follow, about a minute:\n');
  const filings = await fillCabinets(company);
  console.log('  cabinets, folders and rights');
  const filed = await fillDocuments(company, filings, (done) => {
    if (done % 50 === 0) console.log(`  ${done} of ${filings.length} documents`);
  });
  console.log(`  ${filed.ids.size} documents, ${(filed.bytes / 1e6).toFixed(0)} MB`);
  await leaveTraces(company, filed);
  console.log('  favourites, locks and the recycle bin');
  await leaveConversations(company, filed, await administrator(server, base));
  console.log('  comments, notes, a flow and a document to be read');
  await publishRules(company, await administrator(server, base));
  console.log('  a publishing cabinet');
  await submitContracts(company, filed, await administrator(server, base));
  console.log('  contracts in approval');
  await classifyDocuments(company, filed, await administrator(server, base));
  console.log('  tags, categories, a card, folders at hand and dates');
  await prepareTemplates(company, await administrator(server, base));
  console.log('  folder templates, document templates and sensitive words');
  await holdMeetings(company, filed);
  console.log('  meetings, a vote and links');
  await signOutAll();
  clock.to(Date.now());
  console.log('  search index and log');
  await waitForIndex(server);
  console.log('\nDone. Start with npm start.');
}

/** What takes longest of all, and is made by the server that is started next. */
const thumbnails = 'thumbnails.early';

/** Waits for the search index and the log, and tells every few seconds how much is left. */
async function waitForIndex({ services }: Server): Promise<void> {
  const left = services.database.read
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('subscriber', '!=', thumbnails)
    // a publication may wait for a day to come
    .where('run_at', '<=', Date.now());
  for (let told = Date.now(); ; await pause(200)) {
    const { count } = await left.executeTakeFirstOrThrow();
    if (Number(count) === 0) return;
    if (Date.now() - told < 5000) continue;
    console.log(`  ${count} tasks left`);
    told = Date.now();
  }
}

async function main(): Promise<void> {
  const clock = clockFrom(Date.now() - history);
  const config = readConfig(process.cwd());
  takeData(config);
  const server = await buildServer(config, { now: clock.now });
  try {
    await fill(server, clock);
  } finally {
    await server.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof NotEmpty || error instanceof DataInUse ? error.message : error);
    process.exit(1);
  },
);
