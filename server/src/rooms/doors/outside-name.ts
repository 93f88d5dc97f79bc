import type { Tie } from '@dossier/contract/doors';
import type { Db } from '../../ground/db/database.ts';
import { settingsOf } from '../site/settings.ts';

/** The two words of a provider: the door, and which one behind it. */
export function partsOf(provider: string): { door: Tie['door']; at: string } {
  const [door = '', at = ''] = provider.split(' ', 2);
  return { door: door as Tie['door'], at: at.includes('://') ? new URL(at).host : at };
}

const names = { ldap: 'LDAP', messagingApp: 'WeChat', enterpriseChat: 'WeCom', handOff: 'SSO' };

/** What people know an account elsewhere by. */
export async function nameOf(db: Db, { door, at }: ReturnType<typeof partsOf>): Promise<string> {
  if (door === 'ldap') return names.ldap;
  if (door === 'handOff') return (await settingsOf(db, door)).issuer || names.handOff;
  return (await settingsOf(db, door)).name || (door === 'identityProvider' ? at : names[door]);
}
