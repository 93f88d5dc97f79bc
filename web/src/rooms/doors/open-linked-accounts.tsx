import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { AskProof } from './ask-proof.ts';

const LinkedAccounts = lazy(() => import('./linked-accounts.tsx').then((m) => ({ default: m.LinkedAccounts })));

/** Opens the dialog of the accounts elsewhere that sign this person in. */
export const openLinkedAccounts = (askProof: AskProof): void => openDialog((close) => <LinkedAccounts askProof={askProof} close={close} />);
