/** The pages of share links on a desktop: from the entry page to the document. */
const desk = {
  jump: '/shareJumpPage',
  door: '/curlLogin',
  password: '/sharePwd',
  list: '/curlList',
  view: '/curlPreview',
  media: '/curlMediaPreview',
  edit: '/curlEdit',
} as const;

/** The same pages under the paths for frames. */
const framed = { door: '/view-share', list: '/view-share/curlList', edit: '/view-share/curlEdit' } as const;

/** The same pages on a phone. */
const phone = {
  door: '/shareview-phone',
  password: '/shareview-phone/curlPhonePwd',
  list: '/shareview-phone/list',
  view: '/shareview-phone/curlPhonePreview',
  media: '/shareview-phone/curlPhoneMediaPreview',
  edit: '/shareview-phone/curlPhoneEdit',
  pdf: '/phoneSharePdfViewer',
} as const;

/** Pages of share links. They have a client of their own, without the code for signed-in users. */
export const sharePaths = { desk, framed, phone } as const;

const own: ReadonlySet<string> = new Set([desk, framed, phone].flatMap((paths) => Object.values(paths)));

/** A viewer page for signed-in users; with the token of a share link in its address it belongs to the share client. */
export const sharedViewer = '/docpreview';

/** Whether an address belongs to the share client. */
export const isSharePage = (path: string, query: { has(name: string): boolean }): boolean =>
  own.has(path) || (path === sharedViewer && query.has('token'));
