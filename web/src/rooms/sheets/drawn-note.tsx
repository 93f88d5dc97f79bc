import type { Drawn } from '@dossier/contract/sheets';
import type { ReactNode } from 'react';
import { lang, langTags, useText } from '../../ground/text.ts';
import styles from './sheets.module.css';

interface NoteProps {
  drawn: Drawn;
  /** Absent where nothing can make pages. */
  showPages: (() => void) | undefined;
}

/** Says what lies over the cells of a sheet, as the table leaves it out. */
export function DrawnNote({ drawn: { charts, pictures, shapes }, showPages }: NoteProps): ReactNode {
  const t = useText('sheets');
  const parts = [
    charts > 0 && t('nCharts', { n: charts }),
    pictures > 0 && t('nPictures', { n: pictures }),
    shapes > 0 && t('nShapes', { n: shapes }),
  ];
  const what = new Intl.ListFormat(langTags[lang()]).format(parts.filter((part) => part !== false));
  return (
    <p className={styles.drawn} role="note">
      {t('drawnOver', { what })}
      {showPages && (
        <button type="button" onClick={showPages}>
          {t('showPages')}
        </button>
      )}
    </p>
  );
}
