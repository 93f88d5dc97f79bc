import { renderDocument, parseAsync } from 'docx-preview';

/** Nothing is fetched and nothing runs, whatever a document brings. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
const options = { inWrapper: true, useBase64URL: true, renderAltChunks: false, renderComments: false, experimental: false, debug: false };

/** A document of a word processor as a page for a frame of no origin. */
export async function pageOfWord(bytes: Blob): Promise<string> {
  const nodes = await renderDocument(await parseAsync(bytes, options), options);
  const holder = document.implementation.createHTMLDocument();
  for (const node of nodes) holder.body.append(holder.importNode(node, true));
  for (const link of holder.body.querySelectorAll('a[href]')) if (!link.getAttribute('href')?.startsWith('#')) link.removeAttribute('href');
  const fitting =
    '<style>body{margin:0}.docx-wrapper{background:#f0f1f3!important;padding:12px!important}.docx-wrapper>section{max-width:100%}</style>';
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${fitting}${holder.body.innerHTML}`;
}
