import { action, type LogEntry } from '@dossier/contract/reports';
import { useText } from '../../ground/text.ts';
import type { Keys } from '../site/text/cn.ts';

/** What an entry is about, in words; empty where there is nothing, or where it is the account of who did it. */
export function useObjectName(): (entry: LogEntry) => string {
  const t = useText('reports');
  const site = useText('site');
  return ({ action: code, objId, objName = '', userId, userName, hidden }) => {
    if (hidden) return t('hiddenItem');
    if (objId !== undefined && objId === userId && objName === userName) return '';
    return code === action.siteSettingsChange ? site(`group_${objName}` as Keys) : objName;
  };
}
