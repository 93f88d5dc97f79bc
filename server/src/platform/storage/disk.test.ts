import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storageConformance } from '../../../test/storage-conformance.ts';
import { openDiskStorage } from './disk.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'dossier-test-'));

storageConformance('disk', async () => {
  const root = await newFolder();
  return {
    storage: await openDiskStorage(root),
    reopen: () => openDiskStorage(root),
    remove: () => rm(root, { recursive: true, force: true }),
  };
});

/** A file of the system in which every write finds the disk full; only Linux has it. */
const full = '/dev/full';

describe.skipIf(!existsSync(full))('a full disk', () => {
  it('is told by the write that finds it, and leaves no content', async () => {
    const root = await newFolder();
    const storage = await openDiskStorage(root);
    await symlink(full, join(root, 'parts', '1'));
    const writer = await storage.parts.append('1', 0);
    await expect(writer.write([randomBytes(1000)])).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(writer.write([randomBytes(1000)])).rejects.toMatchObject({ code: 'ENOSPC' });
    await writer.close();
    await storage.parts.remove('1');
    expect(await storage.parts.list()).toEqual([]);
    await rm(root, { recursive: true });
  });
});

it('a lent file is the stored one itself: nothing is copied', async () => {
  const root = await newFolder();
  const storage = await openDiskStorage(root);
  const bytes = randomBytes(100);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await storage.putBytes(sha256, bytes);
  expect(await storage.withLocalFile(sha256, async (path) => path)).toBe(join(root, 'blobs', sha256.slice(0, 2), sha256));
  expect(storage.localFolders()).toEqual([join(root, 'blobs')]);
  await rm(root, { recursive: true });
});
