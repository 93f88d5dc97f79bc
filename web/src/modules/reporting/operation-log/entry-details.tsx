import { action } from '@dossier/contract/reporting/actions';
import type { LogEntry } from '@dossier/contract/reporting/operation-log';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../../platform/i18n.ts';
import { changedFieldsText, factRows } from './entry-facts.ts';
import { type FactRow, actionKey, parseFacts } from './log-facts.ts';
import styles from '../reporting.module.css';
import { useFactWords } from './use-fact-words.ts';

/** The details of an entry beside actor, time and action, by field. */
export function useFactRows(): (entry: LogEntry) => FactRow[] {
  const words = useFactWords();
  return (entry) => factRows(entry.detail, words);
}

/** The display name of an action. */
export function useActionName(): (entry: { action: number }) => string {
  const t = useText('reporting.log');
  return ({ action: code }) => {
    const key = actionKey(code);
    return key === undefined ? t('unknownAction', { code }) : t(key);
  };
}

/** The object of an entry as text; empty where there is none, or for a user's sign-in or sign-out. */
export function useObjectName(): (entry: LogEntry) => string {
  const words = useFactWords();
  return (entry) => {
    const { action: code, objId, objName = '', userId, userName, hidden } = entry;
    if (hidden) return words.t('hiddenItem');
    const isOwn = objId !== undefined && objId === userId && objName === userName;
    if (isOwn && code !== action.userUpdate) return '';
    if (isOwn) return [objName, changedFieldsText(parseFacts(entry.detail)['changed'], new Set(), words)].filter(Boolean).join(' · ');
    return code === action.siteSettingsChange ? words.site(`group_${objName}` as TextKey<'administration.configuration'>) : objName;
  };
}

/** The details of an entry: each fact with its value before and after. */
export function EntryFacts({ entry }: { entry: LogEntry }): ReactNode {
  const t = useText('reporting.log');
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
