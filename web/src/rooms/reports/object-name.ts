import { action } from '@dossier/contract/actions';
import { type LogEntry } from '@dossier/contract/reports';
import type { Keys } from '../site/text/cn.ts';
import { changedText } from './changed-text.ts';
import { factsIn } from './facts-text.ts';
import { useFactWords } from './use-fact-words.ts';

/** What an entry is about, in words; empty where there is nothing, or where somebody came or went with their own account. */
export function useObjectName(): (entry: LogEntry) => string {
  const words = useFactWords();
  return (entry) => {
    const { action: code, objId, objName = '', userId, userName, hidden } = entry;
    if (hidden) return words.t('hiddenItem');
    const isOwn = objId !== undefined && objId === userId && objName === userName;
    if (isOwn && code !== action.userUpdate) return '';
    if (isOwn) return [objName, changedText(factsIn(entry.detail)['changed'], new Set(), words)].filter(Boolean).join(' · ');
    return code === action.siteSettingsChange ? words.site(`group_${objName}` as Keys) : objName;
  };
}
