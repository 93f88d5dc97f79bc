import { type Container, limitListing } from '@dossier/formats/archive/container';
import { openContainer } from '@dossier/formats/archive/open-container';
import { mailView, readMail } from '@dossier/formats/mail/read-mail';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';

/** The file that is being fetched in pieces, so that it is unpacked once. */
let unpacked: { key: string; bytes: Buffer } | undefined;

const placeOf = ({ terms }: Job): { place: number; from: number } => ({ place: Number(terms?.['place']), from: Number(terms?.['from']) });

async function within<T>(job: Job, work: (container: Container) => Promise<T>): Promise<T> {
  const container = await openContainer(job);
  try {
    return await work(container);
  } finally {
    container.close();
  }
}

/** A piece of one file of a container; `cut` while there are more. */
async function piece(job: Job): Promise<Answer> {
  const { place, from } = placeOf(job);
  if (!Number.isSafeInteger(place) || place < 0 || !Number.isSafeInteger(from) || from < 0) throw new TaskFailure('broken');
  const key = `${job.path} ${job.ext} ${place}`;
  if (unpacked?.key !== key) {
    unpacked = undefined;
    unpacked = { key, bytes: await within(job, (container) => container.read(place)) };
  }
  const { bytes } = unpacked;
  const end = Math.min(bytes.length, from + job.maxOutput);
  const cut = end < bytes.length;
  if (!cut) unpacked = undefined;
  return { ok: true, text: '', bytes: bytes.subarray(from, end), cut };
}

/** Tasks of the processes that read archives and mails. */
export const tasks: Tasks = {
  list: async (job) => {
    unpacked = undefined;
    return { ok: true, text: JSON.stringify(limitListing(await within(job, (container) => container.list()))) };
  },
  mail: async (job) => {
    unpacked = undefined;
    return { ok: true, text: JSON.stringify(mailView(await readMail(job))) };
  },
  piece,
};
