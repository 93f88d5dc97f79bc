import type { TemplateFolder, TemplateRight } from '@dossier/contract/templates';
import { Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { AddRight } from './add-right.tsx';
import { RightRow } from './right-row.tsx';
import rightsStyles from './rights.module.css';
import styles from './templates.module.css';
import { useRights } from './use-rights.ts';

interface FolderRightsProps {
  folder: TemplateFolder;
  /** The names from the top down to it; of the top none. */
  way: string[];
}

/** The rights that a folder of a template will have once it is made. */
export function FolderRights({ folder, way }: FolderRightsProps): ReactNode {
  const t = useText('templates');
  const rights = useRights(folder);
  const label = useId();
  const top = folder.parentId === undefined;
  const keyOf = (one: TemplateRight): string => `${one.granteeType} ${one.granteeId} ${one.reach}`;
  return (
    <section className={styles.pane} aria-label={t('rights')}>
      <h2 title={way.join('/')}>{top ? t('topFolder') : folder.name}</h2>
      {(top || way.length > 1) && <p className={styles.hint}>{top ? t('topHint') : way.join(' / ')}</p>}
      <label className={rightsStyles.inherit} id={label}>
        <Switch
          size="small"
          aria-labelledby={label}
          checked={folder.inherit}
          loading={rights.busy}
          onChange={(inherit) => rights.inherit(inherit)}
        />
        {t('inherit')}
      </label>
      {!folder.inherit && <p className={styles.hint}>{t('inheritsNothingHint')}</p>}
      <h3>{t('rightsThen')}</h3>
      {folder.rights.length === 0 ? (
        <p className={styles.hint}>{t(folder.inherit ? 'noRights' : 'noRightsClosed')}</p>
      ) : (
        <ul className={rightsStyles.rights}>
          {folder.rights.map((one) => (
            <RightRow key={keyOf(one)} right={one} rights={rights} />
          ))}
        </ul>
      )}
      <AddRight rights={rights} full={folder.rights.length} />
    </section>
  );
}
