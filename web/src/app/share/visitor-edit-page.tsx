import type { ComponentType, ReactNode } from 'react';
import editorTexts from 'virtual:texts/visitorEditor';
import { VisitorDocument } from '../../modules/editing/visitor-document.tsx';
import { ProvenVisitor } from '../../modules/sharing/proven-visitor.tsx';
import { addTextLoaders } from '../../platform/i18n.ts';

/** A shared document in the editor, once the visitor's name is proven. */
const VisitorEditPage = (): ReactNode => <ProvenVisitor>{(visit) => <VisitorDocument {...visit} />}</ProvenVisitor>;

let texts: Promise<void> | undefined;

/** The page, with the texts that the share client does not begin with. */
export async function loadVisitorEditPage(): Promise<ComponentType> {
  texts ??= addTextLoaders(editorTexts);
  try {
    await texts;
  } catch (error) {
    texts = undefined;
    throw error;
  }
  return VisitorEditPage;
}
