/** Whether a run takes everything that repeats (`npm run test:long`), or a sample of it. */
export const isLong = process.env['DOSSIER_TEST_LONG'] === '1';
