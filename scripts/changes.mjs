/** What differs from the branch main, or on main from the last commit, and which tests belong to it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The commit to compare with, and every file that differs from it, those that git does not know yet included. */
export function changesOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = (text) => text.split('\n').filter(Boolean);
  const base = baseOf(git);
  return { base, files: [...lines(git('diff', '--name-only', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))] };
}

function baseOf(git) {
  try {
    return git('merge-base', 'HEAD', 'main').trim();
  } catch {
    return 'HEAD';
  }
}

const formats = 'packages/formats';
const workspaces = ['contract', formats, 'server', 'web'];

/** The workspaces whose types these changes touch: the contract is part of all, and the readers of formats of the server. */
export function workspacesOf({ files }) {
  const touched = new Set(files.map((file) => workspaces.find((folder) => file.startsWith(`${folder}/`)) ?? '.'));
  if (touched.has(formats)) touched.add('server');
  return touched.has('contract') ? [...workspaces, '.'] : [...touched];
}

/** The sources among the changes that are still there. */
export const sourcesOf = (root, { files }) => files.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && existsSync(join(root, file)));

const isTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * The tests of the server that belong to changed files: themselves, and those in the same folder. A call or a shape of the contract belongs to
 * the module of its name.
 */
export function testsBeside(root, files, project) {
  if (project === 'e2e') return files.filter((file) => file.startsWith('e2e/') && isTest(file) && existsSync(join(root, file)));
  const folders = new Set();
  for (const file of files) {
    const [top, , module] = file.split('/');
    if (top === 'server' && file.endsWith('.ts')) folders.add(dirname(file));
    if (top === 'contract' && module !== undefined) folders.add(`server/src/modules/${module}`);
  }
  const testsIn = (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter(isTest) : []);
  return [...folders].flatMap((folder) => testsIn(folder).map((name) => `${folder}/${name}`)).toSorted();
}
