import type { Fate, RowFate } from '@dossier/contract/people-import';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../ground/text.ts';
import styles from './fates.module.css';

/** What becomes of a row, in a word. */
export function FateTag({ fate }: { fate: Fate }): ReactNode {
  const t = useText('admin');
  return (
    <span className={styles.tag} data-fate={fate}>
      {t(`fate_${fate}`)}
    </span>
  );
}

/** Why a row is refused. */
export function reasonWords(t: TextOf<'admin'>, { reason }: Pick<RowFate, 'reason'>): string {
  if (reason === undefined) return '';
  const { message, word, column } = reason;
  const said = word === undefined ? message : t('because', { reason: message, word });
  return column === undefined ? said : t('has', { column: t(`column_${column}`), to: said });
}

/** What a row comes to, in words: of new people what they get, of others what changes, or why not. */
export function fateWords(t: TextOf<'admin'>, { fate, changes, reason }: RowFate): string[] {
  if (fate === 'refuse') return [reasonWords(t, { reason })];
  const shown = fate === 'create' ? changes.filter(({ column }) => column !== 'loginName' && column !== 'fullName') : changes;
  return shown.map(({ column, from, to }) =>
    fate === 'create'
      ? t('has', { column: t(`column_${column}`), to })
      : t('becomes', { column: t(`column_${column}`), from: from || t('nothing'), to: to || t('nothing') }),
  );
}
