/** Types that a browser may be told: none of them can carry a script that runs as our page. */
const types: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
};

const pagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const drawingPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
const strict = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** The headers that make bytes of strangers harmless to whoever opens them, and their type where it is a safe one. */
export function safeHeaders(ext: string): Record<string, string> {
  const type = types[ext] ?? 'application/octet-stream';
  const shared = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
  // a sandbox keeps a browser's own viewer of PDF empty; scripts in a PDF never run as our page
  if (ext === 'pdf') return shared;
  const policy = type === 'text/html' ? pagePolicy : type === 'image/svg+xml' ? drawingPolicy : strict;
  return { ...shared, 'content-security-policy': policy };
}

/** How a browser names the file: in ASCII for old ones, in UTF-8 for all others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
