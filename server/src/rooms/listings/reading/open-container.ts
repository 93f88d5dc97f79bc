import { open } from 'node:fs/promises';
import { GiveUp, type Job } from '../../../ground/confined/job.ts';
import type { Container } from './container.ts';
import { openGzip } from './gzip-container.ts';
import { openMail } from './mail/mail-container.ts';
import { openPacked } from './packed-container.ts';
import { openZip } from './zip-container.ts';

const mails: ReadonlySet<string> = new Set(['msg', 'eml']);

/** What a file holds, by what it is: many an archive bears the extension of another kind. */
export async function openContainer(job: Job): Promise<Container> {
  if (mails.has(job.ext)) return openMail(job);
  if (job.size === 0) throw new GiveUp('broken');
  if (await isZip(job.path)) return openZip(job.path);
  return (await openPacked(job)) ?? openGzip(job);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return ['504b0304', '504b0506', '504b0708'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}
