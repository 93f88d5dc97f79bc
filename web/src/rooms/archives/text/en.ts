import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  download: 'Download',
  hint: 'Notice',
  compressQuestion:
    'There are too many documents to download at once. Compress them in the background? A message tells you when the file is ready.',
  compressYes: 'Compress in the background',
  compressStarted: 'The files are being compressed in the background; a message follows when they are ready.',
  extractHere: 'Unpack here',
  extracting: '“{{name}}” is being unpacked in the background; a message follows at the end.',
} satisfies Words<Keys>;
