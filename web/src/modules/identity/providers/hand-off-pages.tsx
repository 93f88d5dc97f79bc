import { langs } from '@dossier/contract/core/shapes';
import { type CurrentUser, session as calls } from '@dossier/contract/identity/sessions';
import { maxTokenLength } from '@dossier/contract/identity/sign-in-providers';
import type { ReactNode } from 'react';
import { call, withQuery } from '../../../platform/call.ts';
import { loadTexts, setLanguage, textOf } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { type QueryOf, enumParam, textParam } from '../../../platform/page-query.ts';
import { session } from '../../../platform/sessions.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Arrival, type Onward, signInWithProvider } from './arrival.tsx';

const Query = { userName: textParam, lang: enumParam(langs), ticket: textParam, token: textParam, red_url: textParam };
type HandOffQuery = QueryOf<typeof Query>;

/** The user signed in in this browser; undefined after the session has ended. */
async function whoIsHere(): Promise<CurrentUser | undefined> {
  if (session.token() === null) return undefined;
  return call(calls.current, {}, { quiet: true, stay: true }).catch(() => undefined);
}

/** Whether a link may replace the session: without a question for the same user, after confirmation for another. */
async function mayEnter({ userName }: HandOffQuery): Promise<boolean> {
  const here = await whoIsHere();
  if (here === undefined || here.loginName.toLowerCase() === userName?.trim().toLowerCase()) return true;
  await loadTexts();
  const t = textOf('identity.providers');
  const title = userName === undefined ? t('replaceUnnamed') : t('replaceBy', { name: userName.slice(0, 64) });
  return confirm({ title, text: t('replaceText', { name: here.fullName }), ok: t('replace') });
}

/** Signs in if permitted, and redirects; otherwise keeps the session. */
const signInAndGoOn = (query: HandOffQuery, onward: (redUrl: string | undefined) => Onward) => async (): Promise<Onward> =>
  (await mayEnter(query)) ? onward(await signInByTicket(query)) : { path: '/' };

/** Signs in with the ticket of another system; the server decides whether `red_url` is allowed. */
async function signInByTicket({ userName, lang, ticket, token, red_url: redUrl }: HandOffQuery): Promise<string | undefined> {
  if (lang !== undefined) await setLanguage(lang);
  const entered = await signInWithProvider({ loginModel: 2, loginName: userName, ticket: ticket ?? token ?? '', redUrl, lang });
  notice.success(textOf('identity.providers')('signedIn'));
  return entered.redUrl;
}

/** /singleLogin: hand-off on a desktop. */
export function HandOffPage(): ReactNode {
  const query = usePageQuery(Query);
  const arrive = signInAndGoOn(query, (redUrl) => (redUrl === undefined ? { path: '/' } : { leave: redUrl }));
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /singleLoginTwo: hand-off on a phone. */
export function PhoneHandOffPage(): ReactNode {
  const query = usePageQuery(Query);
  const arrive = signInAndGoOn(query, (redUrl) => ({ path: withQuery('/phone-macroAnalysis', { red_url: redUrl }) }));
  return <Arrival arrive={arrive} failTo="/zxPhoneLogin" />;
}

/** /singleLoginPad: hand-off on a tablet; the other system's token is passed on to its redirect address. */
export function PadHandOffPage(): ReactNode {
  const query = usePageQuery(Query);
  const arrive = signInAndGoOn(query, (redUrl) => {
    const token = redUrl !== undefined && (query.token?.length ?? 0) <= maxTokenLength ? query.token : undefined;
    return { path: withQuery('/pad-macroAnalysis', { red_url: redUrl, token }) };
  });
  return <Arrival arrive={arrive} failTo="/zxPadLogin" />;
}
