import { screening, wordPlace } from '@dossier/contract/screening';
import { call } from '../../ground/call.ts';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { textOf } from '../../ground/text.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { GroupFields, linesOf, type Said } from './group-fields.tsx';

const fresh: Said = { name: '', level: 2, action: 'warn', places: Object.values(wordPlace), words: '', exceptions: '', enabled: true };

const inputOf = ({ places, words, exceptions, ...rest }: Said) => ({
  ...rest,
  name: rest.name.trim(),
  places: places.reduce((bits, bit) => bits | bit, 0),
  words: linesOf(words),
  exceptions: linesOf(exceptions),
});

async function save(values: Said, id: string | undefined): Promise<void> {
  const t = textOf('screening');
  const input = inputOf(values);
  await (id === undefined ? call(screening.createGroup, input) : call(screening.updateGroup, { id, ...input }));
  await refresh(screening.groups);
  notice.success(t('groupSaved', { name: input.name }));
}

/** Opens a group to be changed, or a new one. */
export async function openGroup(id?: string): Promise<void> {
  const t = textOf('screening');
  const group = id === undefined ? undefined : await call(screening.group, { id });
  const initial: Said =
    group === undefined
      ? fresh
      : {
          ...group,
          places: Object.values(wordPlace).filter((bit) => (group.places & bit) !== 0),
          words: group.words.join('\n'),
          exceptions: group.exceptions.join('\n'),
        };
  const title = group === undefined ? t('newGroup') : t('editGroup', { name: group.name });
  openDialog((close) => (
    <AskDialog<Said> title={title} ok={t(group ? 'save' : 'create')} initial={initial} save={(values) => save(values, id)} close={close}>
      <GroupFields />
    </AskDialog>
  ));
}
