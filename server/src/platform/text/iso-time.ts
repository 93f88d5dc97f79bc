const dayMs = 86_400_000;
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let latest = { day: Number.NaN, text: '' };

/** A time in milliseconds like `toISOString`, but faster: a page of a list has dozens, mostly of few days. */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / dayMs);
  if (day !== latest.day) latest = { day, text: new Date(day * dayMs).toISOString().slice(0, -13) };
  const rest = ms - day * dayMs;
  const seconds = Math.floor(rest / 1000);
  const clock = `${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}`;
  return `${latest.text}${clock}.${String(rest % 1000).padStart(3, '0')}Z`;
}

/** A time in milliseconds for mails and papers, whose readers' time zones are not known: `2026-03-01 09:30 UTC`. */
export const minuteInUtc = (ms: number): string => `${isoTime(ms).slice(0, 16).replace('T', ' ')} UTC`;
