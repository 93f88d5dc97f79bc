import type { Source } from '@dossier/contract/permissions';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { type TextOf, useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import styles from './rights.module.css';

/** Where a grant comes from, in a few words: the place, through whom where that is not said beside it, until when, and whether it counts. */
export function sourceWords(t: TextOf<'permissions'>, source: Source, via?: string): string {
  const place = !source.inherited ? t('givenHere') : source.objName === undefined ? t('fromAbove') : t('from', { name: source.objName });
  return [
    place,
    ...(via === undefined ? [] : [via]),
    ...(source.handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, source.handOn) })]),
    ...(source.deadline === undefined ? [] : [t('until', { time: exactTime(source.deadline).slice(0, 10) })]),
    t(source.decides ? 'counts' : source.expired ? 'expired' : 'countsNot'),
  ].join(' · ');
}

/** Through which departments a grant to one above the person's own comes to them. */
export const wayWords = ({ way }: Source): string | undefined => way?.join(' → ');

/** Every grant that reaches a person, nearest first. */
export function Sources({ sources, owner }: { sources: readonly Source[]; owner: boolean }): ReactNode {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  if (sources.length === 0) return <p className={styles.quiet}>{t(owner ? 'byOwning' : 'noSources')}</p>;
  return (
    <>
      {owner && <p className={styles.quiet}>{t('byOwning')}</p>}
      <ul className={styles.grants}>
        {sources.map((source) => (
          <li key={source.id} className={source.decides || owner ? styles.grant : `${styles.grant} ${styles.expired}`}>
            <span className={styles.whom}>
              <GranteeIcon type={source.granteeType} />
              <span>{wayWords(source) ?? granteeName(source.granteeType, source.granteeName)}</span>
            </span>
            <span className={styles.fixed}>{levelWords(t, source.level)}</span>
            <span className={styles.from}>{sourceWords(t, source)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
