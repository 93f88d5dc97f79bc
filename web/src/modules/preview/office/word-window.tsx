import { right } from '@dossier/contract/core/rights';
import { useQuery } from '@tanstack/react-query';
import { parseAsync, renderDocument } from 'docx-preview';
import type { ReactNode } from 'react';
import { readBytes } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import type { WindowProps } from '../view-request.ts';
import { usePrintGuard } from '../viewer/printing.tsx';
import { CardInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { DocumentFrame, NoticeLine, Waiting } from '../viewer-parts.tsx';

/** Content security policy of a document: nothing is fetched, and no script runs. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
const options = { inWrapper: true, useBase64URL: true, renderAltChunks: false, renderComments: false, experimental: false, debug: false };

/** A word-processor document as HTML for a sandboxed frame of opaque origin. */
async function pageOfWord(bytes: Blob): Promise<string> {
  const nodes = await renderDocument(await parseAsync(bytes, options), options);
  const holder = document.implementation.createHTMLDocument();
  for (const node of nodes) holder.body.append(holder.importNode(node, true));
  for (const link of holder.body.querySelectorAll('a[href]')) if (!link.getAttribute('href')?.startsWith('#')) link.removeAttribute('href');
  const fitting =
    '<style>body{margin:0}.docx-wrapper{background:#f0f1f3!important;padding:12px!important}.docx-wrapper>section{max-width:100%}</style>';
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${fitting}${holder.body.innerHTML}`;
}

/** A word-processor document rendered by the browser, where the server has no office engine; an approximation of its print. */
export function WordWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  usePrintGuard((view.rights & right.print) !== 0, false);
  const page = useQuery({
    queryKey: ['word page', view.streamUrl],
    queryFn: async ({ signal }) => pageOfWord(await readBytes(view.streamUrl, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <ViewerFrame view={view} currentRev={currentRev} isAwaited={page.isPending}>
      {page.isPending && (
        <Waiting>
          <Spinner label={t('loading')} delay={150} />
        </Waiting>
      )}
      {page.error && <CardInstead view={view} currentRev={currentRev} reason={t('failBroken')} />}
      {page.data && (
        <>
          <NoticeLine as="p" justify="center">
            {t('drawnHere')}
          </NoticeLine>
          <DocumentFrame title={view.name} srcDoc={page.data} sandbox="" />
        </>
      )}
    </ViewerFrame>
  );
}
