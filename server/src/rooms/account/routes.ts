import { account } from '@dossier/contract/account';
import { people } from '@dossier/contract/people';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { askMail, confirmMail } from './change-mail.ts';
import { showAccount } from './detail.ts';
import { askReset, checkReset, resetForgotten } from './forgotten-password.ts';
import { newDeviceNotice } from './new-device.ts';
import { untiedNotice } from './untied.ts';
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
  serve(people.resetSecondStep, resetSecondStep),
];

export const accountListeners: Listener[] = [newDeviceNotice, untiedNotice];
