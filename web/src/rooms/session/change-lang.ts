import { session as calls } from '@dossier/contract/session';
import type { Lang } from '@dossier/contract/shapes';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { setLang, textOf } from '../../ground/text.ts';
import { patchCurrentUser } from './current-user.ts';

/** Changes the language of the interface and keeps it with the account. */
export async function changeLang(lang: Lang): Promise<void> {
  await call(calls.setLang, { value: lang });
  patchCurrentUser({ lang });
  await setLang(lang);
  // What the server says in words, such as the names of roles, comes in the new language.
  await refresh(calls.current);
  notice.success(textOf('session')('langSwitched'));
}
