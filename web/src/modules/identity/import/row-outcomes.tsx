import { type Fate, type RowFate, type RowResult, personColumns } from '@dossier/contract/identity/user-administration';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { Text } from '../../../platform/ui/layout.tsx';

const fateTones: Partial<Record<Fate, 'done' | 'accent' | 'danger'>> = { create: 'done', change: 'accent', refuse: 'danger' };

/** The result of a row as a tag. */
export function OutcomeTag({ fate }: { fate: Fate }): ReactNode {
  const t = useText('identity.import');
  return (
    <Text strong tone={fateTones[fate] ?? 'muted'}>
      {t(`fate_${fate}`)}
    </Text>
  );
}

/** Why a row is refused. */
function reasonWords(t: TextOf<'identity.import'>, { reason }: Pick<RowFate, 'reason'>): string {
  if (reason === undefined) return '';
  const { message, word, column } = reason;
  const explanation = word === undefined ? message : t('because', { reason: message, word });
  return column === undefined ? explanation : t('has', { column: t(`column_${column}`), to: explanation });
}

/** A row as text: the values of a new user, the changes of others, or the refusal. */
export function outcomeWords(t: TextOf<'identity.import'>, { fate, changes, reason }: RowFate): string[] {
  if (fate === 'refuse') return [reasonWords(t, { reason })];
  const shown = fate === 'create' ? changes.filter(({ column }) => column !== 'loginName' && column !== 'fullName') : changes;
  return shown.map(({ column, from, to }) =>
    fate === 'create'
      ? t('has', { column: t(`column_${column}`), to })
      : t('becomes', { column: t(`column_${column}`), from: from || t('nothing'), to: to || t('nothing') }),
  );
}

/** Exports refused rows with the reasons, to be corrected and imported again. */
export function saveRefused(t: TextOf<'identity.import'>, rows: readonly RowFate[], results: readonly RowResult[] = []): void {
  const refused = new Map(results.filter(({ fate }) => fate === 'refuse').map((one) => [one.row, one]));
  const wanted = rows.filter((one) => one.fate === 'refuse' || refused.has(one.row));
  const head = [...personColumns.map((column) => t(`column_${column}`)), t('reason'), t('row')];
  const body = wanted.map((one) => [
    ...personColumns.map((column) => one.cells[column] ?? ''),
    reasonWords(t, refused.get(one.row) ?? one),
    String(one.row),
  ]);
  saveCsv(t('refusedFile'), [head, ...body]);
}
