import { codes } from '@dossier/contract/codes';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { settingsOf } from './settings.ts';

/** Where people open this site: as it is set, otherwise as the caller knows it. 400 for what a stranger wrote there that is no address. */
export async function needSiteOrigin({ db, origin }: { db: Db; origin: string }): Promise<string> {
  const { siteAddress } = await settingsOf(db, 'passkeys');
  const found = URL.parse(siteAddress || origin)?.origin;
  if (found === undefined) throw new Refusal(codes.invalidParams);
  return found;
}
