import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { signOut } from '../../rooms/session/sign-in.ts';
import { useTabs } from './tabs.ts';

/** Signs out here, or after a question everywhere, and forgets the tabs. */
export function useLeave(): (everywhere: boolean) => Promise<void> {
  const t = useText('app');
  const go = useGo();
  return async (everywhere) => {
    const question = { title: t('signOutEverywhereAsk'), text: t('signOutEverywhereText'), ok: t('signOut') };
    if (everywhere && !(await confirm(question))) return;
    await signOut(everywhere);
    useTabs.getState().clear();
    go('/login');
  };
}
