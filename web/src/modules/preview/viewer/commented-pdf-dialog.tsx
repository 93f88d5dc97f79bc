import { right } from '@dossier/contract/core/rights';
import { Button, Checkbox, Modal } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { drawSheet } from '../pdf/draw-sheet.ts';
import { type Reader, ReaderContext } from '../reader.ts';
import { downloadCommentedPdf, printableCommentedPdf } from './pdf-download.ts';
import { PrintProgress, usePrintJob } from './printing.tsx';

interface CommentedPdfTarget {
  id: string;
  name: string;
  currentRev: string | undefined;
  mayPrint: boolean;
}

function CommentedPdfDialog({ target, close }: { target: CommentedPdfTarget; close: () => void }): ReactNode {
  const t = useText('preview.pdfComments');
  const words = useText('preview.viewer');
  const [open, setOpen] = useState(true);
  const [resolved, setResolved] = useState(false);
  const [prints, setPrints] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const download = (): void => {
    setOpen(false);
    void downloadCommentedPdf(target, resolved);
  };
  const print = (): void => {
    setOpen(false);
    setPrints(true);
  };
  const closed = (): void => {
    close();
    if (prints) openDialog((end) => <CommentedPrint target={target} resolved={resolved} close={end} />);
  };
  return (
    <Modal
      open={open}
      title={t('commentsTitle')}
      width={440}
      afterOpenChange={(shown) => shown && field.current?.querySelector('input')?.focus()}
      onCancel={() => setOpen(false)}
      afterClose={closed}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{words('cancel')}</Button>
          {target.mayPrint && <Button onClick={print}>{words('print')}</Button>}
          <Button type="primary" onClick={download}>
            {t('commentsOk')}
          </Button>
        </>
      }
    >
      <Text as="p" spaced>
        {t('commentsText')}
      </Text>
      <div ref={field}>
        <Checkbox checked={resolved} onChange={({ target: { checked } }) => setResolved(checked)}>
          {t('withResolved')}
        </Checkbox>
      </div>
    </Modal>
  );
}

interface CommentedPrintProps {
  target: CommentedPdfTarget;
  resolved: boolean;
  close: () => void;
}

/** Prints the PDF with comments instead of the document: what the server logs and promises is that. */
function CommentedPrint({ target, resolved, close }: CommentedPrintProps): ReactNode {
  const reader = useMemo(
    (): Reader => ({
      print: () => printableCommentedPdf(target, resolved),
      download: async () => undefined,
      isVisitor: false,
    }),
    [target, resolved],
  );
  return (
    <ReaderContext value={reader}>
      <CommentedPrintJob target={target} close={close} />
    </ReaderContext>
  );
}

function CommentedPrintJob({ target: { id, currentRev }, close }: Omit<CommentedPrintProps, 'resolved'>): ReactNode {
  const [pages, setPages] = useState(0);
  const job = usePrintJob({ view: { id, rights: right.print }, currentRev }, async ({ streamUrl, signal, add }) => {
    const { takePdf } = await import('../pdf-library.ts');
    const { document: opening, end } = await takePdf(streamUrl, 0);
    try {
      const pdf = await opening;
      setPages(pdf.numPages);
      for (let page = 1; page <= pdf.numPages && !signal.aborted; page++) add(await drawSheet(pdf, page));
    } finally {
      end();
    }
  });
  const { start } = job;
  const begin = useRef(start);
  useEffect(() => begin.current?.(), []);
  const isBusy = job.done !== undefined || job.paper !== false;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) close();
    wasBusy.current = isBusy;
  }, [isBusy, close]);
  return <PrintProgress printing={job} pages={pages} />;
}

/** Asks which comments go into the PDF, and downloads or prints it. */
export const openCommentedPdf = (target: CommentedPdfTarget): void =>
  openDialog((close) => <CommentedPdfDialog target={target} close={close} />);
