import type { ReactNode } from 'react';
import { VisitorEditor } from '../../modules/editing/visitor-editor.tsx';
import { ProvenVisitor } from '../../modules/sharing/proven-visitor.tsx';

/** A shared document in the editor, once the visitor's name is proven. */
export const VisitorEditPage = (): ReactNode => <ProvenVisitor>{(visit) => <VisitorEditor {...visit} />}</ProvenVisitor>;
