import { account } from '@dossier/contract/account';
import { online } from '@dossier/contract/online';
import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import { type Served, type ServedFile, serve, serveMemo, serveSlow } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { avatarFiles } from './avatar-files.ts';
import { logoFiles } from './logo-files.ts';
import { changePassword } from './change-password.ts';
import { currentUser } from './current-user.ts';
import { endSession, listDevices } from './devices.ts';
import { inviteGuest, lookForGuest } from './invite-guest.ts';
import { login } from './login.ts';
import { logout, logoutEverywhere } from './logout.ts';
import { messageLogin, resendCode } from './message-login.ts';
import { makeUser, resetPassword, updateUser } from './manage-user.ts';
import { endOnline, endOnlineOf, listOnline } from './online.ts';
import { changeRole } from './change-role.ts';
import { viewWatch } from './end-view.ts';
import { showView, viewAs } from './view-as.ts';
import { changeSpace, showSpaces } from './spaces.ts';
import { changeModule, setLang, setListLayout, setNumber } from './settings.ts';

export const sessionRoutes: Served[] = [
  serveSlow(session.login, login),
  serveSlow(session.msgLogin, messageLogin),
  serveSlow(session.resendCode, resendCode),
  serve(account.devices, listDevices),
  serve(account.endSession, endSession),
  serveMemo(session.current, currentUser),
  serve(session.logout, logout),
  serve(session.logoutEverywhere, logoutEverywhere),
  serveSlow(session.changePassword, changePassword),
  serve(session.setLang, setLang),
  serve(session.setSearchType, setNumber('search_type')),
  serve(session.setDoubleClick, setNumber('double_click')),
  serve(session.setViewType, setNumber('view_type')),
  serve(session.setWindow, setNumber('window_type')),
  serve(session.setListLayout, setListLayout),
  serve(session.changeModule, changeModule),
  serve(session.changeSpace, changeSpace),
  serve(session.changeRole, changeRole),
  serve(session.viewDetail, showView),
  serve(session.viewAs, viewAs),
  serve(session.spaces, showSpaces),
  serve(online.onlineSessions, listOnline),
  serve(online.endOnline, endOnline),
  serve(online.endOnlineOf, endOnlineOf),
  serveSlow(people.findGuest, lookForGuest),
  serve(people.addGuest, inviteGuest),
  serveSlow(people.createUser, makeUser),
  serveSlow(people.updateUser, updateUser),
  serveSlow(people.resetPassword, resetPassword),
];

export const sessionFiles: ServedFile[] = [...avatarFiles, ...logoFiles];

export const sessionListeners: Listener[] = [viewWatch];
