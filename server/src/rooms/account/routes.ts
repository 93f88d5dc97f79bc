import { account } from '@dossier/contract/account';
import { people } from '@dossier/contract/people';
import type { House } from '../../ground/ctx.ts';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { askMail, confirmMail } from './change-mail.ts';
import { showAccount } from './detail.ts';
import { endedNotice } from './ended-notice.ts';
import { askReset, checkReset, resetForgotten } from './forgotten-password.ts';
import { newDeviceNotice } from './new-device.ts';
import { listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { passkeysResetNotice } from './passkey-notice.ts';
import { askForPasskey, usePasskey } from './passkey-sign-in.ts';
import { tryPasskeys } from './passkey-place.ts';
import { tieNotice, untiedNotice } from './tie-notices.ts';
import { beginTotp, confirmTotp, newRecoveryCodes, removeTotp, resetSecondStep, setMailStep } from './set-second-step.ts';

/** All but the two that list and end sessions, which the session room serves. */
export const accountRoutes: Served[] = [
  serve(account.detail, showAccount),
  serveSlow(account.askMail, askMail),
  serveSlow(account.confirmMail, confirmMail),
  serveSlow(account.setMailStep, setMailStep),
  serveSlow(account.beginTotp, beginTotp),
  serveSlow(account.confirmTotp, confirmTotp),
  serveSlow(account.removeTotp, removeTotp),
  serveSlow(account.newRecoveryCodes, newRecoveryCodes),
  serveSlow(account.askReset, askReset),
  serveSlow(account.checkReset, checkReset),
  serveSlow(account.resetForgotten, resetForgotten),
  serve(account.passkeys, listPasskeys),
  serveSlow(account.beginPasskey, beginPasskey),
  serveSlow(account.addPasskey, addPasskey),
  serve(account.renamePasskey, renamePasskey),
  serveSlow(account.removePasskey, removePasskey),
  serve(account.askForPasskey, askForPasskey),
  serveSlow(account.usePasskey, usePasskey),
  serve(people.resetSecondStep, resetSecondStep),
];

/** How the settings are tried of the ways in that people set up for themselves. */
export const accountTries: House['onTry'] = { passkeys: tryPasskeys };

export const accountListeners: Listener[] = [newDeviceNotice, tieNotice, untiedNotice, endedNotice, passkeysResetNotice];
