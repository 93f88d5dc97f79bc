import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Lang, Text } from '../core/shapes.ts';
import { OpenedDocument } from './editing.ts';

const Token = z.string().min(1).max(200);

/** Editing by visitors of share links that let documents be edited. The visitor's name must be proven: 5017 else. */
export const linkEditing = {
  preEdit: post('/curl/preEdit', {
    access: 'link',
    does: 'Whether the visitor of a link may edit a shared document online; 4614 where it can only be viewed, 5017 where the visitor must prove a name first',
    input: z.object({ token: Token, id: Id }),
    output: z.object({ pageUrl: Text }),
    reads: true,
  }),
  open: post('/curl/openEdit', {
    access: 'link',
    does: 'Edit a shared text, drawing, workbook or presentation, alone or with others, in the room at roomUrl, as users do',
    /** `lang`: the language of what the room tells. */
    input: z.object({ token: Token, id: Id, lang: Lang.optional() }),
    output: OpenedDocument,
  }),
};
