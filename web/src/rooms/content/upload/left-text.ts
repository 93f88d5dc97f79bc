import type { TextOf } from '../../../ground/text.ts';

/** Time left, as roughly as people need it. */
export function leftText(t: TextOf<'content'>, seconds: number): string {
  if (seconds < 60) return t('secondsLeft', { n: seconds });
  if (seconds < 3600) return t('minutesLeft', { n: Math.round(seconds / 60) });
  return t('hoursLeft', { n: Math.round(seconds / 360) / 10 });
}
