import { createHash } from 'node:crypto';
import type { ShareSession } from '../../../platform/context.ts';
import { checkName, endedName } from '../../../platform/text/names.ts';

type Sender = Pick<ShareSession, 'shareId' | 'key' | 'name'>;
const maxSenderLength = 60;

/** The suffix of file names for their sender: a verified address, a colleague's name, else a short hash that identifies the visitor. */
function endOf({ shareId, key, name }: Sender): string {
  const sign = createHash('sha256').update(`${shareId} ${key}`).digest('hex').slice(0, 6);
  const known = [...name.replaceAll(/[^\p{L}\p{M}\p{N}@.+'_ -]/gu, '_')].slice(0, maxSenderLength).join('').trim();
  return ` – ${known || sign}`;
}

/**
 * A file name with its sender. Several visitors may upload the same name into one folder: a plain number would reveal the others, so with
 * the
 * suffix numbers count a sender's own files only.
 */
export function nameWithSender(sender: Sender, name: string): string {
  const checked = checkName(name);
  return checked.ok ? endedName(checked.name, endOf(sender)) : name;
}

/** The name as its sender knows it. */
export const nameWithoutSender = (sender: Sender, name: string): string => name.replace(endOf(sender), '');
