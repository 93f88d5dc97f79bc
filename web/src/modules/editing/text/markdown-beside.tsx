import { preview } from '@dossier/contract/preview/preview';
import { type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { type FindPictures, picturesBeside } from '../../preview/find-pictures.ts';
import { MarkdownView } from '../../preview/markdown-view.tsx';
import { VisitorHostContext } from '../editor-parts.tsx';
import type { RoomConnection } from './room-connection.ts';
import styles from './text-editor.module.css';

/** While somebody types, the page is drawn anew this often. */
const drawEveryMs = 200;

/** The page that a Markdown source means, beside it. */
export function MarkdownBeside({ id, room, name }: { id: string; room: RoomConnection; name: string }): ReactNode {
  const source = useRoomText(room);
  const host = use(VisitorHostContext);
  const find = useMemo((): FindPictures => {
    let token: Promise<string> | undefined;
    return async (paths) => {
      token ??= host ? host.previewToken(id) : call(preview.view, { id }, { quiet: true }).then((view) => view.look);
      return picturesBeside(await token)(paths);
    };
  }, [id, host]);
  return (
    <Stack grow className={styles.page}>
      <MarkdownView source={source} cut={false} label={name} find={find} outline={false} />
    </Stack>
  );
}

/** The text of a room, a little later than it is typed. */
function useRoomText(room: RoomConnection): string {
  const [text, setText] = useState(() => room.text.toJSON());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      timer = undefined;
      setText(room.text.toJSON());
    };
    const changed = (): void => void (timer ??= setTimeout(draw, drawEveryMs));
    draw();
    room.text.observe(changed);
    return () => {
      clearTimeout(timer);
      room.text.unobserve(changed);
    };
  }, [room]);
  return text;
}
