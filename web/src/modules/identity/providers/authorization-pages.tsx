import type { ReactNode } from 'react';
import { CallError, noAnswer } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { type QueryOf, textParam } from '../../../platform/page-query.ts';
import { takeRedirectTarget } from '../redirect-target.ts';
import { Arrival, type Onward, signInWithProvider, wasJustSentAway } from './arrival.tsx';
import { isOwnState, isPhone, landingPage } from './sign-in-state.ts';

const Query = { code: textParam, state: textParam, iss: textParam, error: textParam };
type AuthorizationQuery = QueryOf<typeof Query>;

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
  const query = usePageQuery(Query);
  return <Arrival arrive={() => signInWithCode(provider, query, (landing) => landingPage(landing) ?? home())} failTo="/login" />;
}

/** /zxLoginTwo: on to the identity provider. */
export function LeaveForProviderPage(): ReactNode {
  const { state } = usePageQuery(Query);
  return <Arrival arrive={async () => ({ leave: withState(provider.begin, state) })} failTo="/login" />;
}

/** /wechatlogin: back from the messaging app. */
export function MessagingPage(): ReactNode {
  const query = usePageQuery(Query);
  return <Arrival arrive={() => signInWithCode(messaging, query, home)} failTo="/login" />;
}

/** /enterpriseWeChat: back from the enterprise chat; phones are redirected to the mobile host. */
export function EnterprisePage(): ReactNode {
  const query = usePageQuery(Query);
  const arrive = async (): Promise<Onward> =>
    isPhone(navigator.userAgent) ? { leave: '/wx/mobile' } : signInWithCode(enterprise, query, home);
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /enterpriseWeChatTwo: back from the enterprise chat, on a phone. */
export function EnterprisePhonePage(): ReactNode {
  const query = usePageQuery(Query);
  const door = { ...enterprise, begin: `${enterprise.begin}&phone=1` };
  return <Arrival arrive={() => signInWithCode(door, query, () => '/phone-macroAnalysis')} failTo="/zxPhoneLogin" />;
}
