import type { Services } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';

/** Refuses bytes that must not be used. */
type ReceivedFileCheck = (services: Services, bytes: Buffer) => Promise<void>;

/** Asked of files that are used at once and not stored as documents: avatars, logos, tables of users. */
export const receivedFileChecks = extensionPoint<ReceivedFileCheck>();

export async function requireHarmless(services: Services, bytes: Buffer): Promise<void> {
  for (const check of receivedFileChecks.all()) await check(services, bytes);
}
