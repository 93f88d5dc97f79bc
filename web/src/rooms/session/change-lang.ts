import { session as calls } from '@dossier/contract/session';
import type { Lang } from '@dossier/contract/shapes';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { setLang, textOf } from '../../ground/text.ts';
import { patchCurrentUser } from './current-user.ts';

/** Changes the language of the interface and keeps it with the account. */
export async function changeLang(lang: Lang): Promise<void> {
  await call(calls.setLang, { value: lang });
  patchCurrentUser({ lang });
  await setLang(lang);
  notice.success(textOf('session')('langSwitched'));
}
