import type { CurrentUser } from '@dossier/contract/identity/sessions';
import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';

/** Fields of the contract's CurrentUser that a module above adds. */
type CurrentUserFacts = (ctx: Context) => Promise<Partial<CurrentUser>>;

export const currentUserFacts = extensionPoint<CurrentUserFacts>();
