import { home } from '@dossier/contract/home';
import { type Tag, tags } from '@dossier/contract/tags';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { refreshLists } from '../library/area.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { TagFields, type TagValues } from './tag-fields.tsx';

/** Changes a tag of one's own, or deletes it. */
export function openTag(tag: Tag): void {
  openDialog((close) => <TagForm tag={tag} close={close} />);
}

function TagForm({ tag, close }: { tag: Tag; close: () => void }): ReactNode {
  const t = useText('labels');
  const { id, name, colour, listed } = tag;
  const update = useSend(tags.update);
  const remove = useSend(tags.delete);
  const anew = (): Promise<unknown> => Promise.all([refreshLists(), refresh(tags.list, home.tags)]);
  const ask = async (): Promise<void> => {
    if (!(await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
    close();
    await anew();
  };
  return (
    <AskDialog<TagValues>
      title={t('editTag', { name })}
      ok={t('save')}
      initial={{ name, colour, listed }}
      save={async (said) => {
        await update.mutateAsync({ id, ...said, name: said.name.trim() });
        await anew();
      }}
      close={close}
    >
      <TagFields />
      <Button danger type="text" onClick={() => void ask().catch(() => undefined)}>
        {t('deleteTag')}
      </Button>
    </AskDialog>
  );
}
