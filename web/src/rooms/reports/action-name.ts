import { useText } from '../../ground/text.ts';
import { actionKey } from './actions-text.ts';

/** What was done, in words. */
export function useActionName(): (entry: { action: number }) => string {
  const t = useText('reports');
  return ({ action }) => {
    const key = actionKey(action);
    return key === undefined ? t('unknownAction', { code: action }) : t(key);
  };
}
