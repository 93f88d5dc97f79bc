import type { InputOf } from '@dossier/contract/core/route';
import { langs } from '@dossier/contract/core/shapes';
import { type CurrentUser, session as calls } from '@dossier/contract/identity/sessions';
import { maxTokenLength } from '@dossier/contract/identity/sign-in-providers';
import { type ReactNode, useEffect, useRef } from 'react';
import { CallError, call, noAnswer, withQuery } from '../../../platform/call.ts';
import { currentLanguage, loadTexts, savedLanguage, setLanguage, textOf, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { type QueryOf, enumParam, textParam } from '../../../platform/page-query.ts';
import { queryClient } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { nameDevice, setSignInNotice, takeRedirectTarget } from '../sign-in.ts';

type ProviderSignIn = Awaited<ReturnType<typeof call<typeof calls.login>>>;

/** Signs in with the values that an external provider gave the browser. */
async function signInWithProvider(credentials: InputOf<typeof calls.login>): Promise<ProviderSignIn> {
  nameDevice();
  const entered = await call(calls.login, { lang: savedLanguage(), pageLang: currentLanguage(), ...credentials }, { quiet: true });
  queryClient.clear();
  session.start(entered.sessionId);
  return entered;
}

const sentAwayKey = 'dossier-door-began';

/** Whether this tab was sent to an external provider a moment ago: a provider that loses our state must not cause an endless loop. */
function wasJustSentAway(): boolean {
  const isRecent = Date.now() - Number(sessionStorage.getItem(sentAwayKey) ?? 0) < 20_000;
  sessionStorage.setItem(sentAwayKey, String(Date.now()));
  return isRecent;
}

/** A path of this site, or an external address. */
type Onward = { path: string } | { leave: string };

interface ArrivalProps {
  /** Signs in; returns the target. Errors are shown on the sign-in page. */
  arrive: () => Promise<Onward>;
  failTo: string;
}

/** A page that shows that a sign-in is in progress, and then redirects. */
function Arrival({ arrive, failTo }: ArrivalProps): ReactNode {
  const t = useText('identity.providers');
  const go = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    // The values of the query string are valid once.
    if (begun.current) return;
    begun.current = true;
    arrive().then(
      (onward) => ('path' in onward ? go(onward.path, undefined, { replace: true }) : location.replace(onward.leave)),
      (error: unknown) => {
        setSignInNotice(error instanceof CallError ? error.message : t('signInFailed'));
        go(failTo, undefined, { replace: true });
      },
    );
  });
  return (
    <WaitingPage>
      <Text as="p" tone="muted" role="status">
        {t('arriving')}
      </Text>
    </WaitingPage>
  );
}

const AuthorizationParams = { code: textParam, state: textParam, iss: textParam, error: textParam };
type AuthorizationQuery = QueryOf<typeof AuthorizationParams>;

interface CodeProvider {
  loginModel: number;
  /** The address that begins a sign-in with this provider. */
  begin: string;
}

/** Signs in with the code of an external provider; a code that was not requested from here starts a new sign-in instead. */
async function signInWithCode(
  { loginModel, begin }: CodeProvider,
  { code, state, iss, error }: AuthorizationQuery,
  to: (landing?: string) => string,
): Promise<Onward> {
  if (error !== undefined) throw new CallError(noAnswer, textOf('identity.providers')('serviceRefused'));
  if (code !== undefined && isOwnState(state)) return { path: to((await signInWithProvider({ loginModel, code, state, iss })).landing) };
  if (wasJustSentAway()) throw new CallError(noAnswer, textOf('identity.providers')('signInFailed'));
  return { leave: withState(begin, state) };
}

const withState = (begin: string, state: string | undefined): string =>
  state === undefined ? begin : `${begin}${begin.includes('?') ? '&' : '?'}state=${encodeURIComponent(state.slice(0, 40))}`;

const home = (): string => takeRedirectTarget();
const provider: CodeProvider = { loginModel: 6, begin: '/idp/authorize' };
const messaging: CodeProvider = { loginModel: 3, begin: '/wx/authorize?app=messagingApp' };
const enterprise: CodeProvider = { loginModel: 5, begin: '/wx/authorize?app=enterpriseChat' };

/** /zxLogin: back from the identity provider. */
export function ProviderPage(): ReactNode {
  const query = usePageQuery(AuthorizationParams);
  return <Arrival arrive={() => signInWithCode(provider, query, (landing) => landingPage(landing) ?? home())} failTo="/login" />;
}

/** /zxLoginTwo: on to the identity provider. */
export function LeaveForProviderPage(): ReactNode {
  const { state } = usePageQuery(AuthorizationParams);
  return <Arrival arrive={async () => ({ leave: withState(provider.begin, state) })} failTo="/login" />;
}

/** /wechatlogin: back from the messaging app. */
export function MessagingPage(): ReactNode {
  const query = usePageQuery(AuthorizationParams);
  return <Arrival arrive={() => signInWithCode(messaging, query, home)} failTo="/login" />;
}

/** /enterpriseWeChat: back from the enterprise chat; phones are redirected to the mobile host. */
export function EnterprisePage(): ReactNode {
  const query = usePageQuery(AuthorizationParams);
  const arrive = async (): Promise<Onward> =>
    isPhone(navigator.userAgent) ? { leave: '/wx/mobile' } : signInWithCode(enterprise, query, home);
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /enterpriseWeChatTwo: back from the enterprise chat, on a phone. */
export function EnterprisePhonePage(): ReactNode {
  const query = usePageQuery(AuthorizationParams);
  const door = { ...enterprise, begin: `${enterprise.begin}&phone=1` };
  return <Arrival arrive={() => signInWithCode(door, query, () => '/phone-macroAnalysis')} failTo="/zxPhoneLogin" />;
}

/** Our own states are signed, and recognised by their length; a bare 1, 2 or 3 in an external link picks the landing page. */
export const isOwnState = (state: string | undefined): state is string => state !== undefined && state.length > 40 && state.includes('.');

const landings = new Map([
  ['1', '/zxOpenHome'],
  ['2', '/zxDepDoc'],
  ['3', '/pad-macroAnalysis'],
]);

/** The page that a `state` picks. */
export const landingPage = (state: string | undefined): string | undefined => landings.get(state ?? '');

/** Whether the browser runs on a phone or tablet. */
export const isPhone = (agent: string): boolean => /Mobi|Android|iPhone|iPad|iPod|MicroMessenger.*Mobile/i.test(agent);

const HandOffParams = { userName: textParam, lang: enumParam(langs), ticket: textParam, token: textParam, red_url: textParam };
type HandOffQuery = QueryOf<typeof HandOffParams>;

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
  const query = usePageQuery(HandOffParams);
  const arrive = signInAndGoOn(query, (redUrl) => (redUrl === undefined ? { path: '/' } : { leave: redUrl }));
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /singleLoginTwo: hand-off on a phone. */
export function PhoneHandOffPage(): ReactNode {
  const query = usePageQuery(HandOffParams);
  const arrive = signInAndGoOn(query, (redUrl) => ({ path: withQuery('/phone-macroAnalysis', { red_url: redUrl }) }));
  return <Arrival arrive={arrive} failTo="/zxPhoneLogin" />;
}

/** /singleLoginPad: hand-off on a tablet; the other system's token is passed on to its redirect address. */
export function PadHandOffPage(): ReactNode {
  const query = usePageQuery(HandOffParams);
  const arrive = signInAndGoOn(query, (redUrl) => {
    const token = redUrl !== undefined && (query.token?.length ?? 0) <= maxTokenLength ? query.token : undefined;
    return { path: withQuery('/pad-macroAnalysis', { red_url: redUrl, token }) };
  });
  return <Arrival arrive={arrive} failTo="/zxPadLogin" />;
}
