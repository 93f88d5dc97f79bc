/** Where watermarks are kept. */
export const watermarksPath = '/admin/index/otherSettings/watermark';
