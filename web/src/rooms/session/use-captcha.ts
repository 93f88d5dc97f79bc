import type { OutputOf } from '@dossier/contract/route';
import { session } from '@dossier/contract/session';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../ground/call.ts';

export type Captcha = OutputOf<typeof session.captcha>;

/** The verification picture, where the server wants one for this login name. */
export function useCaptcha(): { captcha: Captcha; ask: (loginName: string) => Promise<void> } {
  const [captcha, setCaptcha] = useState<Captcha>({ required: false });
  // A failure to ask is no answer: the sign-in itself will tell what is missing.
  const ask = useCallback(async (loginName: string) => {
    await call(session.captcha, { loginName }, { quiet: true }).then(setCaptcha, () => undefined);
  }, []);
  useEffect(() => void ask(''), [ask]);
  return { captcha, ask };
}
