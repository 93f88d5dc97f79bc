import { doors } from '@dossier/contract/doors';
import type { House } from '../../ground/ctx.ts';
import { type Served, type ServedFile, serve, serveSlow } from '../../ground/http/serve.ts';
import { beginBind, bindAccount, showBindings, unbindAccount } from './bind-account.ts';
import { showRedirect, signInByTicket } from './hand-off.ts';
import { leaveForChatApp, leaveForPhones, leaveForProvider } from './leave-for-door.ts';
import { answerScan, showScan } from './scan-answer.ts';
import { beginScan } from './scan-begin.ts';
import { pollScan, signInByScan } from './scan-poll.ts';
import { signInByChat } from './sign-in-chat.ts';
import { signInByProvider } from './sign-in-provider.ts';
import { listTies, untie } from './ties.ts';
import { vouchByDirectory } from './vouch-by-directory.ts';

export const doorRoutes: Served[] = [
  serveSlow(doors.beginBind, beginBind),
  serveSlow(doors.bind, bindAccount),
  serve(doors.bindings, showBindings),
  serve(doors.unbind, unbindAccount),
  serve(doors.ties, listTies),
  serve(doors.untie, untie),
  serve(doors.redirect, showRedirect),
  serveSlow(doors.beginScan, beginScan),
  serveSlow(doors.pollScan, pollScan),
  serve(doors.showScan, showScan),
  serve(doors.answerScan, answerScan),
];

export const doorFiles: ServedFile[] = [leaveForProvider, leaveForChatApp, leaveForPhones];

/** Who comes with a ticket (2), from the messaging app (3), with a scanned code (4), from the enterprise chat (5), from the identity provider (6). */
export const doorSignIns: House['onSignIn'] = {
  2: signInByTicket,
  3: signInByChat('messagingApp'),
  4: signInByScan,
  5: signInByChat('enterpriseChat'),
  6: signInByProvider,
};

/** Who knows passwords that this site does not. */
export const doorPasswords: House['onPassword'] = [vouchByDirectory];
