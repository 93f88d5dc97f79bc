import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFaults } from './house-rules.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dossier-rules-'));

afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(file: string, text = ''): string[] {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return findFaults(folder, [file], ['people', 'library']);
}

describe('the house rules', () => {
  it.each([
    ['server/src/rooms/people/queries.ts', 'db.selectFrom("users")'],
    ['server/src/rooms/library/tree-queries.ts', 'db.deleteFrom("entries")'],
    ['server/src/ground/db/outbox.ts', 'db.insertInto("outbox")'],
    ['server/src/ground/outbox-queries.ts', 'db.insertInto("outbox")'],
    ['server/src/ground/db/types.generated.ts', 'const lines = 1;\n'.repeat(301)],
    ['server/src/rooms/people/change-password.test.ts', 'db.updateTable("users")'],
    ['web/src/rooms/library/text/cn.ts', 'const lines = 1;\n'.repeat(300)],
    ['docs/common-questions.md', ''],
  ])('pass %s', (file, text) => expect(faultsOf(file, text)).toEqual([]));

  it.each([
    ['server/src/rooms/people/change-password.ts', 'db.updateTable("users")', 'SQL outside'],
    ['server/src/rooms/people/long.test.ts', 'const lines = 1;\n'.repeat(301), '301 lines'],
    ['web/src/rooms/people/people.module.css', 'b {}\n'.repeat(301), '301 lines'],
    ['server/src/rooms/payroll/pay.ts', '', 'rooms.mjs'],
    ['web/src/rooms/payroll/pay.tsx', '', 'rooms.mjs'],
    ['web/src/ground/index.ts', '', 'barrel'],
    ['web/src/ground/utils/date.ts', '', 'says nothing'],
    ['server/src/ground/helpers.ts', '', 'says nothing'],
    ['server/src/rooms/people/user-service.ts', '', 'says nothing'],
  ])('catch %s', (file, text, fault) => expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]));
});
