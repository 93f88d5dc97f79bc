import type { EmailFrequency } from '@dossier/contract/core/site-settings';

const hourMs = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of a time in a zone; in UTC where the zone is empty. */
function hourIn(zone: string, ms: number): number {
  if (zone === '') return new Date(ms).getUTCHours();
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  return Number(format.format(ms));
}

/** When a notification of a time is to be sent: at once, with the next full hour, or with the digest of the day in the zone of its reader. */
export function sendingTime(
  frequency: Exclude<EmailFrequency, 'never'>,
  at: number,
  { digestHour, zone }: { digestHour: number; zone: string },
): number {
  if (frequency === 'now') return at;
  let next = Math.floor(at / hourMs) * hourMs + hourMs;
  if (frequency === 'hourly') return next;
  // where the clock leaves out this hour, the next day has it
  for (let hours = 0; hours < 48 && hourIn(zone, next) !== digestHour; hours++) next += hourMs;
  return next;
}
