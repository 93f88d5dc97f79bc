import { doors, longestToken } from '@dossier/contract/doors';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../../ground/go.ts';
import { anyText, textUpTo } from '../../../ground/page-query.ts';
import { useText } from '../../../ground/text.ts';
import { useCall } from '../../../ground/use-call.ts';
import { MessageBell } from '../../messages/message-bell.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { OfDepartment, Opened } from './documents.tsx';
import { handOn } from './hand-on.ts';
import { Landing } from './landing.tsx';
import styles from './landing.module.css';
import { Areas, Messages, SearchField } from './overview-parts.tsx';

const Query = { red_url: anyText, token: textUpTo(longestToken) };

/** /phone-macroAnalysis: what one needs first on a phone, one below the other. */
export function PhonePage(): ReactNode {
  const t = useText('home');
  return (
    <Landing title={t('overview')} tools={<MessageBell />}>
      <Onward />
      <SearchField />
      <Areas />
      <Opened />
      <OfDepartment />
      <Messages />
    </Landing>
  );
}

/** /pad-macroAnalysis: the same on a pad, side by side. */
export function PadPage(): ReactNode {
  const t = useText('home');
  return (
    <Landing pad title={t('welcome', { name: useCurrentUser().fullName })} tools={<MessageBell />}>
      <div className={`${styles.column} ${styles.across}`}>
        <Onward />
        <SearchField />
      </div>
      <div className={styles.column}>
        <Opened />
        <OfDepartment />
      </div>
      <div className={styles.column}>
        <Areas />
        <Messages />
      </div>
    </Landing>
  );
}

/** The way to where another system wanted to lead, if the site allows its host; a press follows it, never the page by itself. */
function Onward(): ReactNode {
  const t = useText('home');
  const { red_url: wanted, token } = usePageQuery(Query);
  const { data } = useCall(doors.redirect, { redUrl: wanted ?? '' }, { enabled: wanted !== undefined });
  const redUrl = data?.redUrl;
  if (redUrl === undefined) return null;
  return (
    <aside className={styles.onward}>
      <p>{t('onward', { host: new URL(redUrl, location.origin).host })}</p>
      <a className={styles.button} href={handOn(redUrl, token)} referrerPolicy="no-referrer">
        {t('goOn')}
      </a>
    </aside>
  );
}
