/** HTTP status of each class of codes, so that proxies and monitors understand an answer without reading its body. */
export const httpStatus = {
  ok: 200,
  invalid: 400,
  door: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  large: 413,
  refused: 422,
  rate: 429,
  failed: 500,
} as const;

export type CodeClass = keyof typeof httpStatus;
