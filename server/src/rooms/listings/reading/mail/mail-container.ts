import { GiveUp, type Job } from '../../../../ground/confined/job.ts';
import { type Container, most } from '../container.ts';
import { readMail } from './read-mail.ts';

/** The files of a mail. */
export async function openMail(job: Job): Promise<Container> {
  const { attachments } = await readMail(job);
  const entries = attachments.map(({ name, size }) => ({ path: name, kind: 'file' as const, size, time: 0, locked: false }));
  return {
    list: async () => ({ entries, cut: false, damaged: false }),
    async read(place) {
      const found = attachments[place];
      if (found === undefined) throw new GiveUp('unsupported');
      if (found.size > most.entry) throw new GiveUp('too-large');
      return found.read();
    },
    close: () => undefined,
  };
}
