import type { LogEntry } from '@dossier/contract/reports';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './log.module.css';
import { useFactRows } from './use-fact-rows.ts';

/** What a line tells beyond who, what and when: each fact with what it was and what it became. */
export function EntryFacts({ entry }: { entry: LogEntry }): ReactNode {
  const t = useText('reports');
  const rows = useFactRows()(entry);
  return (
    <table className={styles.before}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{before ?? ''}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
