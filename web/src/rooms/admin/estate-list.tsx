import type { Estate } from '@dossier/contract/admin';
import type { ReactNode } from 'react';
import { sizeText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import styles from './admin.module.css';

const mostNames = 5;

/** What of a person goes to the heir, and what ends with the account; nothing is told of what there is none of. */
export function EstateList({ estate }: { estate: Estate }): ReactNode {
  const t = useText('admin');
  const { handed, ends } = useFacts(estate);
  return (
    <>
      {handed.length === 0 ? <p className={styles.quiet}>{t('ownsNothing')}</p> : <Facts title={t('handedOver')} facts={handed} />}
      {ends.length > 0 && <Facts title={t('letGo')} facts={ends} />}
    </>
  );
}

function Facts({ title, facts }: { title: string; facts: string[] }): ReactNode {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

function useFacts(estate: Estate): { handed: string[]; ends: string[] } {
  const t = useText('admin');
  const language = useLang();
  const { cabinets, cabinetNames, places, documents, bytes, locks, uploads, grants, heads, groups, sessions, guestIn } = estate;
  const shown = cabinetNames.slice(0, mostNames).join(t('comma'));
  const names = cabinets > mostNames ? t('andMore', { names: shown }) : shown;
  const handed = [
    cabinets > 0 && t('cabinets', { n: cabinets, names }),
    places > 0 && t('places', { n: places }),
    documents > 0 && t('documents', { n: documents, size: sizeText(bytes, language) }),
  ];
  const ends = [
    locks > 0 && t('locks', { n: locks }),
    uploads > 0 && t('uploads', { n: uploads }),
    grants > 0 && t('grants', { n: grants }),
    heads.length > 0 && t('heads', { names: heads.join(t('comma')) }),
    groups > 0 && t('groups', { n: groups }),
    guestIn > 0 && t('guestIn', { n: guestIn }),
    sessions > 0 && t('sessions', { n: sessions }),
  ];
  const said = (facts: (string | false)[]): string[] => facts.filter((fact) => fact !== false);
  return { handed: said(handed), ends: said(ends) };
}
