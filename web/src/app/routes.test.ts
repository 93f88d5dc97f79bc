import { describe, expect, test, vi } from 'vitest';
import { findPage, leadsSomewhere, pages, redirects } from './rooms.ts';

// Pages that ask ahead bring what remembers things in a browser; the table needs none of it.
vi.hoisted(() => {
  const addEventListener = () => undefined;
  const empty = { getItem: () => null, cookie: '', addEventListener };
  Object.assign(globalThis, { localStorage: empty, document: empty, addEventListener });
});

/** The routes that links in the wild point to, misspellings included, as far as their parts stand. */
const open = [
  '/login',
  '/wechatlogin',
  '/noSingleLoginPad',
  '/zxLogin',
  '/zxLoginTwo',
  '/zxOpenHome',
  '/zxDepDoc',
  '/enterpriseWeChat',
  '/enterpriseWeChatTwo',
  '/singleLogin',
  '/singleLoginTwo',
  '/singleLoginPad',
  '/auth-redirect',
  '/previewOnline',
  '/zxPhoneLogin',
  '/zxPadLogin',
];
const closed = [
  '/wechatbind',
  '/scanConfirm',
  '/phone-macroAnalysis',
  '/pad-macroAnalysis',
  '/result',
  '/icon',
  '/401',
  '/redirect/$',
  '/home',
  '/user-info/index',
  '/user-setting/index',
  '/home-setting/index',
  '/knowledge/index',
  '/knowledge/tabledata',
  '/knowledge/search',
  '/doc-my/index',
  '/system',
  '/system/tabledata',
  '/system/search',
  '/recycle/index',
  '/favorite/index',
  '/site-admin/index/site-userManger/site-user',
  '/site-admin/index/site-userManger/site-configuration',
  '/admin/index/userManger/partment',
  '/admin/index/userManger/userrole',
  '/pdfViewer',
  '/videoPlayer',
  '/docpreview',
  '/cadViewer',
  '/musicViewer',
];
const ways = ['/dashboard', '/knowledge', '/doc-my', '/admin/index', '/site-admin', '/site-admin/index'];
/** Open too, once the parts that they belong to stand. */
const openLater = [
  '/curlList',
  '/curlPreview',
  '/sharePwd',
  '/curlMediaPreview',
  '/view-share/curlList',
  '/shareview-phone',
  '/shareview-phone/list',
  '/shareview-phone/curlPhonePreview',
  '/shareview-phone/curlPhoneMediaPreview',
  '/shareview-phone/curlPhonePwd',
  '/dms/searchPageNum',
  '/shareJumpPage',
];

describe('the table of routes', () => {
  test.each(open)('%s stands, and needs nobody signed in', (path) => expect(findPage(path)?.open).toBe(true));

  test.each(closed)('%s stands, for signed-in people', (path) => {
    expect(findPage(path)).toBeDefined();
    expect(findPage(path)?.open).not.toBe(true);
  });

  test.each(ways)('%s leads somewhere', (path) => expect(leadsSomewhere(path)).toBe(true));

  test('opens no other page to the public', () => {
    const opened = pages.filter((page) => page.open).map(({ path }) => path);
    expect(opened.filter((path) => !open.includes(path) && !openLater.includes(path))).toEqual([]);
  });

  test('names each path once, and every way leads to a page', () => {
    const paths = [...pages, ...redirects].map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(redirects.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
  });
});
