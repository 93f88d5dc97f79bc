import { screening } from '@dossier/contract/screening';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../ground/office.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import people from '../people/people.module.css';
import { FindFilters, type FindQuestion } from './find-filters.tsx';
import { FindsTable } from './finds-table.tsx';
import { groupsPath } from './paths.ts';
import { ScanBar } from './scan-bar.tsx';
import styles from './screening.module.css';
import { useSettled } from './use-settled-text.ts';

/** Where sensitive words were found, what was decided, and the scans. */
export function FindsPage(): ReactNode {
  const t = useText('screening');
  const may = useMay();
  const [question, setQuestion] = useState<FindQuestion>({ state: 'open', level: undefined, word: '' });
  const [page, setPage] = useState({ pageNo: 1, pageSize: 30 });
  const { state, level } = question;
  const word = useSettled(question.word.trim());
  const asked = { ...(state !== 'all' && { state }), ...(level !== undefined && { level }), ...(word !== '' && { word }) };
  const found = useCall(screening.finds, { ...asked, ...page }, { keep: true });
  const change = (changes: Partial<FindQuestion>): void => {
    setQuestion({ ...question, ...changes });
    setPage({ ...page, pageNo: 1 });
  };
  return (
    <div className={people.page}>
      <div className={people.bar}>
        <p className={styles.lead}>
          {t('findsLead')} {may('words.edit') && <GoLink to={groupsPath}>{t('toGroups')}</GoLink>}
        </p>
      </div>
      <ScanBar />
      <FindFilters question={question} change={change} />
      <FindsTable found={found} page={page} setPage={setPage} narrowed={Object.keys(asked).length > 0} />
    </div>
  );
}
