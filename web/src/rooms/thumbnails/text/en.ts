import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  quickLookOf: 'Quick look: {{name}}',
  previous: 'Previous',
  next: 'Next',
  open: 'Open',
  close: 'Close',
  loading: 'Loading',
  noPicture: 'This document cannot be shown here. Open it to see more.',
  noRight: 'You may not view this document',
} satisfies Words<Keys>;
