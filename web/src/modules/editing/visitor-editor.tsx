import { linkEditing } from '@dossier/contract/editing/link-editing';
import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../platform/call.ts';
import { currentLanguage } from '../../platform/i18n.ts';
import { type VisitorHost, VisitorHostContext } from './editor-parts.tsx';
import { TextRoom } from './text/text-editor-page.tsx';

interface VisitorEditorProps extends Pick<VisitorHost, 'leave' | 'view'> {
  /** The token of the link. */
  token: string;
  id: string;
}

/** The editor of a shared text, for the visitor of its link. */
export function VisitorEditor({ token, id, leave, view }: VisitorEditorProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const host = useMemo(
    (): VisitorHost => ({
      // a share session that has ended leaves what was typed on the screen
      openRoom: () => call(linkEditing.open, { token, id, lang: currentLanguage() }, { quiet: true, stay: true }),
      previewToken: async () => (await call(links.view, { token, id }, { quiet: true, stay: true })).look,
      leave,
      view,
    }),
    [token, id, leave, view],
  );
  return (
    <VisitorHostContext value={host}>
      <TextRoom key={`${id} ${attempt}`} id={id} isAlone={false} again={() => setAttempt(attempt + 1)} />
    </VisitorHostContext>
  );
}
