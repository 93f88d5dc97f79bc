import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { type BenchLibrary, adminPassword } from './build-library.ts';
import { page } from './lists.ts';
import { load } from './load.ts';
import { startScript } from './servers.ts';
import { type Line, median } from './table.ts';
import { callOn, signIn } from './transfers.ts';

const largerPort = 7983;
const rounds = 3;

/** A library on a running server, and a user of it. */
export interface Measured {
  port: number;
  token: string;
  made: BenchLibrary;
}

/** The cost of ten times as many documents and a company of 20,000 users: the same requests to both, computed anew each time, alternately. */
export async function measureRights(small: Measured, larger: { data: string; made: BenchLibrary }): Promise<Line[]> {
  const server = await startScript('../server/src/main.ts', [], { DOSSIER_PORT: String(largerPort), DOSSIER_DATA: larger.data });
  const large = { port: largerPort, token: await signIn(largerPort, larger.made), made: larger.made };
  const lines = [...(await pages(small, large)), ...(await explanations(large)), ...(await grants(small, large))];
  await server.stop();
  return lines;
}

async function pages(small: Measured, large: Measured): Promise<Line[]> {
  const middle = Math.floor(small.made.bigSize / 60);
  const cases: [string, (made: BenchLibrary) => string, string][] = [
    ['page 1', (made) => page(made.bigFolder, 1), '≤ 1.3×'],
    [`page ${middle}`, (made) => page(made.bigFolder, middle), '≤ 1.3×'],
    ['page of a folder of 25', (made) => page(made.smallFolder, 1), '≤ 1.3×'],
    ["the tree's next level", (made) => `${library.tree.path}?parentId=${made.cabinet}`, '≤ 1.5×'],
  ];
  const lines: Line[] = [];
  for (const [work, pathOf, aim] of cases) {
    const costs: { small: number; large: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const cost = { small: await costOf(small, pathOf(small.made)), large: await costOf(large, pathOf(large.made)) };
      // the first round warms up both
      if (round > 0) costs.push(cost);
    }
    const ratio = median(costs.map((cost) => cost.large / cost.small));
    const [ours, floor] = [median(costs.map((cost) => cost.large)), median(costs.map((cost) => cost.small))];
    lines.push({
      work: `${work}, ${sizeOf(large)}`,
      ours: ms(ours),
      floor: `${ms(floor)} (${sizeOf(small)})`,
      ratio: `${ratio.toFixed(2)}×`,
      aim,
    });
  }
  return lines;
}

const ms = (seconds: number): string => `${(seconds * 1000).toFixed(2)} ms`;
const sizeOf = ({ made }: Measured): string => `${made.documents.toLocaleString('en')} documents`;

const costOf = async ({ port, token }: Measured, path: string): Promise<number> =>
  1 / (await load({ port, path, headers: { authorization: token }, connections: 16, seconds: 2, anew: true })).rate;

const asAdmin = async (port: number): Promise<{ port: number; token: string }> => {
  const given = { loginName: 'admin', password: adminPassword, loginModel: 1 as const };
  return { port, token: (await callOn({ port, token: '' }, session.login, given)).sessionId };
};

/** Which users can see an item, and why, among 20,000: each answer after a change of rights, so that no cache is valid. */
async function explanations({ port, made }: Measured): Promise<Line[]> {
  const { token } = await asAdmin(port);
  const found = await fetch(`http://127.0.0.1:${port}${people.users.path}?keyword=p19990`, { headers: { authorization: token } });
  const person = ((await found.json()) as { data: OutputOf<typeof people.users> }).data.list[0]?.id ?? '';
  const cases: [string, string][] = [
    ['why one person sees one document', `${permissions.explain.path}?objId=${made.document}&userId=${person}`],
    ['everybody who sees one document, a page with reasons', `${permissions.reachedBy.path}?objId=${made.document}&pageNo=1&pageSize=30`],
    ['everything that one person reaches, a page with reasons', `${permissions.reachOf.path}?userId=${person}&pageNo=1&pageSize=30`],
  ];
  const lines: Line[] = [];
  for (const [work, path] of cases) {
    const times: number[] = [];
    for (let n = 0; n < 21; n++) {
      // invalidates all caches of users and rights
      await callOn({ port, token }, people.createGroup, { name: `Fresh ${work.length} ${n}` });
      const principal = { granteeType: 'user' as const, granteeId: person };
      await callOn({ port, token }, permissions.grant, {
        objId: [String(made.cabinet)],
        ...principal,
        level: n % 2 === 0 ? level.view : level.print,
      });
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token } });
      const { code } = (await answer.json()) as { code: number };
      times.push(performance.now() - began);
      if (code !== 200) throw new Error(`${path}: ${code}`);
    }
    const slowest = Math.max(...times);
    lines.push({
      work,
      ours: `median ${median(times).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
      floor: '–',
      ratio: '–',
      aim: '≤ 200 ms',
    });
  }
  return lines;
}

/** A right on the top cabinet, granted and revoked: until its answer, and checked by the very next call of its user. */
async function grants(small: Measured, large: Measured): Promise<Line[]> {
  const [before, after] = [await grantTime(small), await grantTime(large)];
  const work = `a right on a cabinet acts at once, ${sizeOf(large)}`;
  const ratio = `${(after / before).toFixed(2)}×`;
  return [
    { work, ours: `${after.toFixed(1)} ms`, floor: `${before.toFixed(1)} ms (${sizeOf(small)})`, ratio, aim: 'no row below rewritten' },
  ];
}

async function grantTime({ port, made }: Measured): Promise<number> {
  const admin = await asAdmin(port);
  const person = { loginName: 'newcomer', password: 'newcomer-pass-1', fullName: 'Newcomer', lang: 'en' as const };
  const { id } = await callOn(admin, people.createUser, person);
  const token = await signIn(port, { loginName: person.loginName, password: person.password });
  const sees = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${port}${page(made.bigFolder, 1)}`, { headers: { authorization: token } });
    return ((await answer.json()) as { code: number }).code === 200;
  };
  const principal = { granteeType: 'user' as const, granteeId: id };
  const times: number[] = [];
  for (let n = 0; n < 21; n++) {
    if (await sees()) throw new Error('a right that was taken still acts');
    const began = performance.now();
    await callOn(admin, permissions.grant, { objId: [String(made.cabinet)], ...principal, level: level.view });
    times.push(performance.now() - began);
    if (!(await sees())) throw new Error('a right that was given does not act');
    await callOn(admin, permissions.revoke, { objId: String(made.cabinet), ...principal });
  }
  return median(times);
}
