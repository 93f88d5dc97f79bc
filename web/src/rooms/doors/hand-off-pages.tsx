import { longestToken } from '@dossier/contract/doors';
import { type CurrentUser, session as calls } from '@dossier/contract/session';
import { langs } from '@dossier/contract/shapes';
import type { ReactNode } from 'react';
import { call, withQuery } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { anyText, oneOf, type QueryOf } from '../../ground/page-query.ts';
import { session } from '../../ground/session.ts';
import { loadWords, setLang, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Arrival, type Onward } from './arrival.tsx';
import { enter } from './enter.ts';

const Query = { userName: anyText, lang: oneOf(langs), ticket: anyText, token: anyText, red_url: anyText };
type Brought = QueryOf<typeof Query>;

/** Who is signed in in this browser; nobody where the session has ended. */
async function whoIsHere(): Promise<CurrentUser | undefined> {
  if (session.token() === null) return undefined;
  return call(calls.current, {}, { quiet: true, stay: true }).catch(() => undefined);
}

/** Whether a link may take the place of who is signed in: it may for the same person, and asks for another one. */
async function mayEnter({ userName }: Brought): Promise<boolean> {
  const here = await whoIsHere();
  if (here === undefined || here.loginName.toLowerCase() === userName?.trim().toLowerCase()) return true;
  await loadWords();
  const t = textOf('doors');
  const title = userName === undefined ? t('replaceUnnamed') : t('replaceBy', { name: userName.slice(0, 64) });
  return confirm({ title, text: t('replaceText', { name: here.fullName }), ok: t('replace') });
}

/** Signs in if that may be, and goes on; stays who one was otherwise. */
const arriving = (brought: Brought, onward: (redUrl: string | undefined) => Onward) => async (): Promise<Onward> =>
  (await mayEnter(brought)) ? onward(await handOver(brought)) : { path: '/' };

/** Signs in with the ticket of another system; the server says whether `red_url` may be followed. */
async function handOver({ userName, lang, ticket, token, red_url: redUrl }: Brought): Promise<string | undefined> {
  if (lang !== undefined) await setLang(lang);
  const entered = await enter({ loginModel: 2, loginName: userName, ticket: ticket ?? token ?? '', redUrl, lang });
  notice.success(textOf('doors')('signedIn'));
  return entered.redUrl;
}

/** /singleLogin: handed over at a desk. */
export function HandOffPage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = arriving(brought, (redUrl) => (redUrl === undefined ? { path: '/' } : { leave: redUrl }));
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /singleLoginTwo: handed over on a phone. */
export function PhoneHandOffPage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = arriving(brought, (redUrl) => ({ path: withQuery('/phone-macroAnalysis', { red_url: redUrl }) }));
  return <Arrival arrive={arrive} failTo="/zxPhoneLogin" />;
}

/** /singleLoginPad: handed over on a pad; what the other system sent along goes with the address that it wants to lead to. */
export function PadHandOffPage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = arriving(brought, (redUrl) => {
    const token = redUrl !== undefined && (brought.token?.length ?? 0) <= longestToken ? brought.token : undefined;
    return { path: withQuery('/pad-macroAnalysis', { red_url: redUrl, token }) };
  });
  return <Arrival arrive={arrive} failTo="/zxPadLogin" />;
}
