import type { Config } from '../config.ts';
import { openDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** A kind of storage: opens it where the configuration asks for it, and else answers undefined. */
type StorageEngine = (config: Config) => Promise<Storage> | undefined;

/** Every engine; the first that the configuration asks for is taken, the disk where it names none. */
const engines: readonly StorageEngine[] = [({ data }) => openDiskStorage(data)];

/** Opens the storage of this site. */
export async function openStorage(config: Config): Promise<Storage> {
  for (const engine of engines) {
    const opened = engine(config);
    if (opened !== undefined) return opened;
  }
  throw new Error('No storage is configured.');
}
