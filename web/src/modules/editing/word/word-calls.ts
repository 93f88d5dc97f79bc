import { type WordComments, editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { call } from '../../../platform/call.ts';
import { type FileCalls, fileCallsOfUser, fileCallsOfVisitor } from '../files/file-calls.ts';

/** The calls about one Word document: those of a user, or of the visitor of a link. */
export interface WordCalls extends FileCalls {
  comments: () => Promise<WordComments>;
}

export const callsOfUser = (id: string): WordCalls => ({
  ...fileCallsOfUser(id),
  comments: () => call(editing.wordComments, { id }, { quiet: true }),
});

export const callsOfVisitor = ({ token, id }: { token: string; id: string }): WordCalls => ({
  ...fileCallsOfVisitor({ token, id }),
  comments: () => call(linkEditing.wordComments, { token, id }, { quiet: true, stay: true }),
});
