import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFaults } from './source-rules.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dossier-rules-'));

afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(file: string, text = ''): string[] {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return findFaults(folder, [file], ['identity', 'documents']);
}

describe('the source rules', () => {
  it.each([
    ['server/src/modules/identity/users/users.queries.ts', 'db.selectFrom("users")'],
    ['server/src/platform/db/open-database.ts', 'db.insertInto("outbox")'],
    ['server/src/platform/events/outbox.queries.ts', 'db.insertInto("outbox")'],
    ['server/src/platform/db/types.generated.ts', 'const lines = 1;\n'.repeat(601)],
    ['server/src/modules/identity/passwords.test.ts', 'db.updateTable("users")'],
    ['contract/src/core/route.ts', ''],
    ['contract/src/documents/items.ts', 'const lines = 1;\n'.repeat(600)],
    ['docs/common-questions.md', ''],
  ])('pass %s', (file, text) => expect(faultsOf(file, text)).toEqual([]));

  it.each([
    ['server/src/modules/identity/passwords.ts', 'db.updateTable("users")', 'SQL outside'],
    ['server/src/modules/identity/long.test.ts', 'const lines = 1;\n'.repeat(601), '601 lines'],
    ['web/src/modules/identity/users.module.css', 'b {}\n'.repeat(601), '601 lines'],
    ['server/src/modules/payroll/pay.ts', '', 'modules.mjs'],
    ['web/src/modules/payroll/pay.tsx', '', 'modules.mjs'],
    ['contract/src/payroll/pay.ts', '', 'modules.mjs'],
    ['web/src/platform/index.ts', '', 'barrel'],
    ['web/src/platform/utils/date.ts', '', 'says nothing'],
    ['server/src/platform/helpers.ts', '', 'says nothing'],
    ['server/src/modules/identity/user-service.ts', '', 'says nothing'],
  ])('catch %s', (file, text, fault) => expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]));
});
