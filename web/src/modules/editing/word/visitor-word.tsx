import { type ReactNode, useMemo } from 'react';
import type { EditorProps } from '../editor-parts.tsx';
import { callsOfVisitor } from './word-calls.ts';
import { OpenWord } from './word-editor-page.tsx';

/** The editor of a shared Word document, for the visitor of its link. */
export function VisitorWord({ token, id, again }: Omit<EditorProps, 'isAlone'> & { token: string }): ReactNode {
  const calls = useMemo(() => callsOfVisitor({ token, id }), [token, id]);
  return <OpenWord id={id} isAlone={false} again={again} calls={calls} />;
}
