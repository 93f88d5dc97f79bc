import type { House } from '../../ground/ctx.ts';
import { sweepBytes, sweepUnknownBytes } from './free-bytes.ts';
import { forgetOpened } from './opened-uploads.ts';
import { forgetUploads } from './upload-file.ts';

const day = 24 * 3600_000;

/** Clears away uploads that nobody goes on with and bytes that nothing needs; once a day it looks at every file there is. */
export function contentSweep(): (house: House) => Promise<void> {
  let nextLook = 0;
  return async (house) => {
    forgetUploads(house, house.now() - day);
    forgetOpened(house);
    await sweepBytes(house);
    if (nextLook > house.now()) return;
    nextLook = house.now() + day;
    await sweepUnknownBytes(house);
  };
}
