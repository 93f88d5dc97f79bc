import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testsBeside, workspacesOf } from './changes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

it('takes for changed what lies in the same folder of the server, and the module of a call', () => {
  const beside = testsBeside(root, ['server/src/platform/text/names.ts'], 'server');
  expect(beside).toContain('server/src/platform/text/names.test.ts');
  expect(beside.every((file: string) => file.startsWith('server/src/platform/text/'))).toBe(true);
  const ofCalls = testsBeside(root, ['contract/src/search/search.ts'], 'server');
  expect(ofCalls).toContain('server/src/modules/search/search.test.ts');
  expect(ofCalls.every((file: string) => file.startsWith('server/src/modules/search/'))).toBe(true);
  expect(testsBeside(root, ['web/src/app/main.tsx', 'server/gone/gone.ts', 'README.md'], 'server')).toEqual([]);
});

it('runs of the journeys those that changed and are still there', () => {
  expect(testsBeside(root, ['e2e/sign-in.test.ts', 'e2e/gone.test.ts', 'e2e/journey.ts'], 'e2e')).toEqual(['e2e/sign-in.test.ts']);
});

it('checks the types of what changed, and of everything where the contract did', () => {
  expect(workspacesOf({ files: ['server/src/fsck.ts', 'e2e/journey.ts'] })).toEqual(['server', '.']);
  expect(workspacesOf({ files: ['contract/src/core/codes.ts'] })).toEqual(['contract', 'packages/formats', 'server', 'web', '.']);
  expect(workspacesOf({ files: ['packages/formats/src/task.ts'] })).toEqual(['packages/formats', 'server']);
});
