import type { Item } from '@dossier/contract/library';
import type { Grantee } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { type ReactNode, useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon, GranteeSelect } from './grantee-select.tsx';
import styles from './rights.module.css';

/** What one person may do here, and every grant it comes from. */
export function Explain({ item }: { item: Item }): ReactNode {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  const [person, setPerson] = useState<Grantee>();
  const answer = useCall(permissions.explain, { objId: item.id, userId: person?.id ?? '' }, { enabled: person !== undefined });
  return (
    <div className={styles.who}>
      <GranteeSelect type="user" value={person} onChange={setPerson} label={t('whichPerson')} />
      {person === undefined && <p className={styles.quiet}>{t('explainHint')}</p>}
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {person !== undefined && answer.data !== undefined && (
        <>
          <p className={styles.verdict}>
            {t('hasLevel', { name: person.name, level: levelWords(t, answer.data.level) })}
            {answer.data.owner && ` ${t('isOwner')}`}
          </p>
          {answer.data.sources.length === 0 && !answer.data.owner && <p className={styles.quiet}>{t('noSources')}</p>}
          <ul className={styles.grants}>
            {answer.data.sources.map((source) => (
              <li key={source.id} className={source.decides ? styles.grant : `${styles.grant} ${styles.expired}`}>
                <span className={styles.whom}>
                  <GranteeIcon type={source.granteeType} />
                  <span>{granteeName(source.granteeType, source.granteeName)}</span>
                </span>
                <span className={styles.fixed}>{levelWords(t, source.level)}</span>
                <span className={styles.from}>
                  {source.objName === undefined ? t('givenHere') : t('from', { name: source.objName })}
                  {source.via !== undefined && ` · ${granteeName(source.granteeType, source.via)}`}
                  {source.deadline !== undefined && ` · ${t('until', { time: exactTime(source.deadline).slice(0, 10) })}`}
                  {` · ${t(source.decides ? 'counts' : source.expired ? 'expired' : 'countsNot')}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
