import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Client } from './client.ts';

interface TextRequest {
  id: string;
  currentRev?: string | undefined;
  page?: number;
}

/** The look of a document's view, which opens its text. */
const lookOf = async (client: Client, { id, currentRev }: TextRequest): Promise<string> =>
  (await client.call(preview.view, { id, currentRev })).look;

/** A page of a text document, as its viewer reads it. */
export const readText = async (client: Client, asked: TextRequest) =>
  client.call(previewByToken.text, { look: await lookOf(client, asked), page: asked.page });

/** The code with which the text of a document that may be viewed is refused. */
export const refusedText = async (client: Client, asked: TextRequest): Promise<number> =>
  client.refused(previewByToken.text, { look: await lookOf(client, asked), page: asked.page });
