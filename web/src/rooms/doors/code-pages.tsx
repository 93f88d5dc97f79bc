import type { ReactNode } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { anyText, type QueryOf } from '../../ground/page-query.ts';
import { textOf } from '../../ground/text.ts';
import { CallError, noAnswer } from '../../ground/call.ts';
import { takeTarget } from '../session/kept-target.ts';
import { Arrival, type Onward } from './arrival.tsx';
import { isOwnState, isPhone, landingPage } from './arrival-state.ts';
import { beganJustNow, enter } from './enter.ts';

const Query = { code: anyText, state: anyText, iss: anyText, error: anyText };
type Brought = QueryOf<typeof Query>;

interface Door {
  loginModel: number;
  /** Where the browser is sent to begin. */
  begin: string;
}

/** Signs in with the code of an outside service; a code that nobody here asked for begins a sign-in of our own instead. */
async function arriveBy(
  { loginModel, begin }: Door,
  { code, state, iss, error }: Brought,
  to: (landing?: string) => string,
): Promise<Onward> {
  if (error !== undefined) throw new CallError(noAnswer, textOf('doors')('serviceRefused'));
  if (code !== undefined && isOwnState(state)) return { path: to((await enter({ loginModel, code, state, iss })).landing) };
  if (beganJustNow()) throw new CallError(noAnswer, textOf('doors')('signInFailed'));
  return { leave: withState(begin, state) };
}

const withState = (begin: string, state: string | undefined): string =>
  state === undefined ? begin : `${begin}${begin.includes('?') ? '&' : '?'}state=${encodeURIComponent(state.slice(0, 40))}`;

const home = (): string => takeTarget();
const provider: Door = { loginModel: 6, begin: '/idp/authorize' };
const messaging: Door = { loginModel: 3, begin: '/wx/authorize?app=messagingApp' };
const enterprise: Door = { loginModel: 5, begin: '/wx/authorize?app=enterpriseChat' };

/** /zxLogin: back from the identity provider. */
export function ProviderPage(): ReactNode {
  const brought = usePageQuery(Query);
  return <Arrival arrive={() => arriveBy(provider, brought, (landing) => landingPage(landing) ?? home())} failTo="/login" />;
}

/** /zxLoginTwo: on to the identity provider. */
export function LeavePage(): ReactNode {
  const { state } = usePageQuery(Query);
  return <Arrival arrive={async () => ({ leave: withState(provider.begin, state) })} failTo="/login" />;
}

/** /wechatlogin: back from the messaging app. */
export function MessagingPage(): ReactNode {
  const brought = usePageQuery(Query);
  return <Arrival arrive={() => arriveBy(messaging, brought, home)} failTo="/login" />;
}

/** /enterpriseWeChat: back from the enterprise chat; phones go to the mobile host. */
export function EnterprisePage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = async (): Promise<Onward> =>
    isPhone(navigator.userAgent) ? { leave: '/wx/mobile' } : arriveBy(enterprise, brought, home);
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /enterpriseWeChatTwo: back from the enterprise chat, on a phone. */
export function EnterprisePhonePage(): ReactNode {
  const brought = usePageQuery(Query);
  const door = { ...enterprise, begin: `${enterprise.begin}&phone=1` };
  return <Arrival arrive={() => arriveBy(door, brought, () => '/phone-macroAnalysis')} failTo="/zxPhoneLogin" />;
}
