import type { PublicContext } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { unlinkChatApps } from './linked-accounts.ts';
import { removePasskeysOnReset } from './passkeys.ts';

type PasswordContext = Pick<PublicContext, 'db' | 'emit'>;

interface PasswordOwner {
  id: number;
  full_name: string;
}

/** Closes other ways to sign in as a person whose password was reset, in the transaction of the reset: somebody may have left one open. */
export const passwordResetSteps = extensionPoint<(ctx: PasswordContext, person: PasswordOwner) => Promise<void>>();

/** After a password was `changed` by who knew the one before, or `reset` by an administrator or with a code by mail. */
export async function closeOtherWaysIn(ctx: PasswordContext, person: PasswordOwner, how: 'changed' | 'reset'): Promise<void> {
  await unlinkChatApps(ctx, person);
  if (how === 'changed') return;
  await removePasskeysOnReset(ctx, person);
  for (const step of passwordResetSteps.all()) await step(ctx, person);
}
