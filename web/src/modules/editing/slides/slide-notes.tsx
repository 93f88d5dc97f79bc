import { type DeckSlide, mostWords, type SlideEdit, writable } from '@dossier/contract/editing/slide-edits';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import styles from './slides-editor.module.css';

interface SlideNotesProps {
  slide: DeckSlide;
  edit: (edit: SlideEdit) => boolean;
  isWritable: boolean;
}

/** The notes of a slide. */
export function SlideNotes({ slide, edit, isWritable }: SlideNotesProps): ReactNode {
  const s = useText('editing.slides');
  if (slide.notes === null)
    return (
      <Text size="s" tone="muted" className={styles.notes}>
        {s('noNotes')}
      </Text>
    );
  return (
    <label className={styles.notes}>
      <span>{s('notes')}</span>
      <textarea
        value={slide.notes}
        maxLength={mostWords.notes}
        readOnly={!isWritable}
        rows={4}
        onChange={({ target }) => edit({ kind: 'notes', slide: slide.id, text: writable(target.value) })}
      />
    </label>
  );
}
