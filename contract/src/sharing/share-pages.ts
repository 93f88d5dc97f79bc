/** The pages of whoever was given a link, on a desk: from the door to the document. */
const desk = {
  jump: '/shareJumpPage',
  door: '/curlLogin',
  password: '/sharePwd',
  list: '/curlList',
  view: '/curlPreview',
  media: '/curlMediaPreview',
} as const;

/** The same in the frame of another address. */
const framed = { door: '/view-share', list: '/view-share/curlList' } as const;

/** The same on a phone. */
const phone = {
  door: '/shareview-phone',
  password: '/shareview-phone/curlPhonePwd',
  list: '/shareview-phone/list',
  view: '/shareview-phone/curlPhonePreview',
  media: '/shareview-phone/curlPhoneMediaPreview',
  pdf: '/phoneSharePdfViewer',
} as const;

/** Where visitors of shared links go. They have a client of their own, which knows nothing of people who sign in. */
export const sharePaths = { desk, framed, phone } as const;

const own: ReadonlySet<string> = new Set([desk, framed, phone].flatMap((paths) => Object.values(paths)));

/** A viewer of people who sign in: with the token of a link in its address it is the visitor's. */
export const sharedViewer = '/docpreview';

/** Whether an address is of the visitors' client. */
export const isSharePage = (path: string, query: { has(name: string): boolean }): boolean =>
  own.has(path) || (path === sharedViewer && query.has('token'));
