const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as it may stand in XML: what XML cannot hold at all is left out. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the very signs that XML has no way to write
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** An element of the WebDAV namespace. */
export const dav = (name: string, inner = ''): string => (inner === '' ? `<D:${name}/>` : `<D:${name}>${inner}</D:${name}>`);

/** A whole answer. */
export const answer = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:${name} xmlns:D="DAV:">${inner}</D:${name}>`;

/** What became of some properties. */
export const propstat = (props: string, status: string): string =>
  dav('propstat', dav('prop', props) + dav('status', `HTTP/1.1 ${status}`));
