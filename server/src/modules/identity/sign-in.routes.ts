import { account } from '@dossier/contract/identity/account';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { activeSessions, session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve, serveMemo, serveSlow } from '../../platform/http/serve.ts';
import { confirmMailChange, requestMailChange, showAccount } from './account/own-account.ts';
import { checkAddress, createSegment, deleteSegment, listSegments, updateSegment } from './address-restrictions.ts';
import { avatarFiles, logoFiles } from './images/profile-images.ts';
import {
  beginLinkingAccount,
  linkAccount,
  listLinkedAccounts,
  listOwnLinkedAccounts,
  unlinkAccount,
  unlinkOwnAccount,
} from './linked-accounts.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  checkPasskeySettings,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys.ts';
import { checkCaptcha, createCaptcha } from './protection/captcha.ts';
import { answerScan, beginScan, pollScan, showScan } from './providers/qr-code.ts';
import { chatAppRedirect, oidcRedirect, phoneRedirect } from './providers/redirect-to-provider.ts';
import { showRedirect } from './providers/ticket-hand-off.ts';
import { beginTotp, confirmTotp, newRecoveryCodes, removeTotp, resetSecondStep, setMailStep } from './second-factor/second-factor.ts';
import {
  endActiveSession,
  endActiveSessionsOf,
  endActiveSessionsOfMany,
  endOwnSession,
  listActiveSessions,
  listOwnSessions,
  logout,
  logoutEverywhere,
} from './sessions/manage-sessions.ts';
import {
  changeModule,
  changeRole,
  changeSpace,
  currentUser,
  listOwnSpaces,
  setLang,
  setListLayout,
  setPreference,
} from './sessions/own-session.ts';
import { showViewAs, viewAs, viewAsSubscriber } from './sessions/view-as.ts';
import { confirmSecondStep, login, resendCode } from './sign-in/login.ts';
import { changePassword, requestPasswordReset, resetForgottenPassword, verifyResetCode } from './sign-in/password-change.ts';
import {
  addUser,
  inviteGuest,
  requireNewPassword,
  resetPassword,
  searchGuest,
  updateUser,
  updateUsers,
} from './users/account-administration.ts';
import type { SettingsChecks } from '../../platform/settings/settings.ts';

export const sessionRoutes: Served[] = [
  serveSlow(session.login, login),
  serveSlow(session.msgLogin, confirmSecondStep),
  serveSlow(session.resendCode, resendCode),
  serve(account.devices, listOwnSessions),
  serve(account.endSession, endOwnSession),
  serveMemo(session.current, currentUser),
  serve(session.logout, logout),
  serve(session.logoutEverywhere, logoutEverywhere),
  serveSlow(session.changePassword, changePassword),
  serve(session.setLang, setLang),
  serve(session.setSearchType, setPreference('search_type')),
  serve(session.setDoubleClick, setPreference('double_click')),
  serve(session.setViewType, setPreference('view_type')),
  serve(session.setWindow, setPreference('window_type')),
  serve(session.setListLayout, setListLayout),
  serve(session.changeModule, changeModule),
  serve(session.changeSpace, changeSpace),
  serve(session.changeRole, changeRole),
  serve(session.viewDetail, showViewAs),
  serve(session.viewAs, viewAs),
  serve(session.spaces, listOwnSpaces),
  serve(activeSessions.onlineSessions, listActiveSessions),
  serve(activeSessions.endOnline, endActiveSession),
  serve(activeSessions.endOnlineOf, endActiveSessionsOf),
  serve(activeSessions.endOnlineOfMany, endActiveSessionsOfMany),
  serveSlow(people.findGuest, searchGuest),
  serve(people.addGuest, inviteGuest),
  serveSlow(people.createUser, addUser),
  serveSlow(people.updateUser, updateUser),
  serve(people.updateUsers, updateUsers),
  serve(people.requireNewPassword, requireNewPassword),
  serveSlow(people.resetPassword, resetPassword),
];

export const sessionFiles: ServedFile[] = [...avatarFiles, ...logoFiles];

export const sessionSubscribers: Subscriber[] = [viewAsSubscriber];

export const providerRoutes: Served[] = [
  serveSlow(signInProviders.beginBind, beginLinkingAccount),
  serveSlow(signInProviders.bind, linkAccount),
  serve(signInProviders.bindings, listOwnLinkedAccounts),
  serve(signInProviders.unbind, unlinkOwnAccount),
  serve(signInProviders.ties, listLinkedAccounts),
  serve(signInProviders.untie, unlinkAccount),
  serve(signInProviders.redirect, showRedirect),
  serveSlow(signInProviders.beginScan, beginScan),
  serveSlow(signInProviders.pollScan, pollScan),
  serve(signInProviders.showScan, showScan),
  serve(signInProviders.answerScan, answerScan),
];

export const providerFiles: ServedFile[] = [oidcRedirect, chatAppRedirect, phoneRedirect];

/** All but the two that list and end sessions, which are served with the sessions. */
export const accountRoutes: Served[] = [
  serve(account.detail, showAccount),
  serveSlow(account.askMail, requestMailChange),
  serveSlow(account.confirmMail, confirmMailChange),
  serveSlow(account.setMailStep, setMailStep),
  serveSlow(account.beginTotp, beginTotp),
  serveSlow(account.confirmTotp, confirmTotp),
  serveSlow(account.removeTotp, removeTotp),
  serveSlow(account.newRecoveryCodes, newRecoveryCodes),
  serveSlow(account.askReset, requestPasswordReset),
  serveSlow(account.checkReset, verifyResetCode),
  serveSlow(account.resetForgotten, resetForgottenPassword),
  serve(account.passkeys, listPasskeys),
  serveSlow(account.beginPasskey, beginPasskey),
  serveSlow(account.addPasskey, addPasskey),
  serve(account.renamePasskey, renamePasskey),
  serveSlow(account.removePasskey, removePasskey),
  serve(account.askForPasskey, beginPasskeySignIn),
  serveSlow(account.usePasskey, signInByPasskey),
  serve(account.beginPasskeyProof, beginPasskeyProof),
  serve(people.resetSecondStep, resetSecondStep),
];

/** The settings check of passkeys. */
export const passkeyChecks: SettingsChecks = { passkeys: checkPasskeySettings };

export const protectionRoutes: Served[] = [
  serveSlow(session.captcha, createCaptcha),
  serve(session.checkCaptcha, checkCaptcha),
  serve(addresses.segments, listSegments),
  serve(addresses.createSegment, createSegment),
  serve(addresses.updateSegment, updateSegment),
  serve(addresses.deleteSegment, deleteSegment),
  serve(addresses.tryAddress, checkAddress),
];
