import type { Item } from '@dossier/contract/library';
import type { Grantee } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { levelWords } from './grant-fields.tsx';
import { GranteeSelect } from './grantee-select.tsx';
import styles from './rights.module.css';
import { Sources } from './sources.tsx';

/** What one person may do here, and every grant it comes from. */
export function Explain({ item }: { item: Item }): ReactNode {
  const t = useText('permissions');
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
            {answer.data.handOn !== undefined && ` · ${t('handsOnLevel', { level: levelWords(t, answer.data.handOn) })}`}
          </p>
          <Sources sources={answer.data.sources} owner={answer.data.owner} />
        </>
      )}
    </div>
  );
}
