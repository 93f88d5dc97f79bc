import type { InputOf } from '@dossier/contract/route';
import { session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { queryClient } from '../../ground/query.ts';
import { session } from '../../ground/session.ts';
import { lang, savedLang } from '../../ground/text.ts';
import { nameDevice } from '../session/device-name.ts';

type Entered = Awaited<ReturnType<typeof call<typeof calls.login>>>;

/** Signs in with what an outside system gave the browser. */
export async function enter(brought: InputOf<typeof calls.login>): Promise<Entered> {
  nameDevice();
  const entered = await call(calls.login, { lang: savedLang(), pageLang: lang(), ...brought }, { quiet: true });
  queryClient.clear();
  session.start(entered.sessionId);
  return entered;
}

const began = 'dossier-door-began';

/** Whether this tab was sent to an outside service a moment ago: a service that loses our state must not be asked for ever. */
export function beganJustNow(): boolean {
  const isRecent = Date.now() - Number(sessionStorage.getItem(began) ?? 0) < 20_000;
  sessionStorage.setItem(began, String(Date.now()));
  return isRecent;
}
