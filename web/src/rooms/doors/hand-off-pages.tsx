import { longestToken } from '@dossier/contract/doors';
import { Lang } from '@dossier/contract/shapes';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { withQuery } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { setLang, textOf } from '../../ground/text.ts';
import { Arrival, type Onward } from './arrival.tsx';
import { enter } from './enter.ts';

const Query = z.object({ userName: z.string(), lang: Lang, ticket: z.string(), token: z.string(), red_url: z.string() }).partial();
type Brought = z.output<typeof Query>;

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
  const arrive = async (): Promise<Onward> => {
    const redUrl = await handOver(brought);
    return redUrl === undefined ? { path: '/' } : { leave: redUrl };
  };
  return <Arrival arrive={arrive} failTo="/login" />;
}

/** /singleLoginTwo: handed over on a phone. */
export function PhoneHandOffPage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = async (): Promise<Onward> => ({ path: withQuery('/phone-macroAnalysis', { red_url: await handOver(brought) }) });
  return <Arrival arrive={arrive} failTo="/zxPhoneLogin" />;
}

/** /singleLoginPad: handed over on a pad; what the other system sent along goes with the address that it wants to lead to. */
export function PadHandOffPage(): ReactNode {
  const brought = usePageQuery(Query);
  const arrive = async (): Promise<Onward> => {
    const redUrl = await handOver(brought);
    const token = redUrl !== undefined && (brought.token?.length ?? 0) <= longestToken ? brought.token : undefined;
    return { path: withQuery('/pad-macroAnalysis', { red_url: redUrl, token }) };
  };
  return <Arrival arrive={arrive} failTo="/zxPadLogin" />;
}
