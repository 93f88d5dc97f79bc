import { createHash } from 'node:crypto';
import type { ShareSession } from '../../../platform/context.ts';
import { checkName, endedName } from '../../../platform/text/names.ts';

type Sender = Pick<ShareSession, 'shareId' | 'key' | 'name'>;
const maxSenderLength = 60;

/** What stands in the names of files for who sent them: a proven address, a colleague's name, else a sign that tells one visitor from another. */
function endOf({ shareId, key, name }: Sender): string {
  const sign = createHash('sha256').update(`${shareId} ${key}`).digest('hex').slice(0, 6);
  const known = [...name.replaceAll(/[^\p{L}\p{M}\p{N}@.+'_ -]/gu, '_')].slice(0, maxSenderLength).join('').trim();
  return ` – ${known || sign}`;
}

/**
 * A file's name with its sender in it. All who put files into one place may send the same name: a number behind it would tell them of each
 * other, so it is only ever a number among their own.
 */
export function nameWithSender(visit: Sender, name: string): string {
  const checked = checkName(name);
  return checked.ok ? endedName(checked.name, endOf(visit)) : name;
}

/** The same name as its sender knows it. */
export const nameWithoutSender = (visit: Sender, name: string): string => name.replace(endOf(visit), '');
