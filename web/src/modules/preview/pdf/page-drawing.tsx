import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface PageDrawingProps {
  document: PDFDocumentProxy;
  page: number;
  /** Degrees clockwise, beside how the page is shown already. */
  rotation: number;
  /** The box that the page is fitted into, in CSS pixels. */
  width: number;
  height: number;
  className?: string | undefined;
  /** Draws only once it comes near the part of the window that is seen, and forgets it when it leaves. */
  whenSeen?: boolean;
}

/** A page of a PDF drawn into a canvas. One that cannot be drawn stays blank; the main view reports it. */
export function PageDrawing({ document, page, rotation, width, height, className, whenSeen = false }: PageDrawingProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isSeen, setSeen] = useState(!whenSeen);
  useEffect(() => {
    if (!whenSeen || !canvas.current) return undefined;
    const watch = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '400px' });
    watch.observe(canvas.current);
    return () => watch.disconnect();
  }, [whenSeen]);
  useEffect(() => {
    let stop = (): void => undefined;
    let stopped = false;
    const draw = async (): Promise<void> => {
      const sheet = await document.getPage(page);
      if (stopped || !canvas.current) return;
      const turn = (sheet.rotate + rotation) % 360;
      const life = sheet.getViewport({ scale: 1, rotation: turn });
      const scale = Math.min(width / life.width, height / life.height);
      const sharp = Math.min(2, devicePixelRatio);
      const viewport = sheet.getViewport({ scale: scale * sharp, rotation: turn });
      canvas.current.style.width = `${life.width * scale}px`;
      canvas.current.style.height = `${life.height * scale}px`;
      if (!isSeen) return;
      canvas.current.width = Math.max(1, Math.floor(viewport.width));
      canvas.current.height = Math.max(1, Math.floor(viewport.height));
      const task = sheet.render({ canvas: canvas.current, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    draw().catch(() => undefined);
    return () => {
      stopped = true;
      stop();
    };
  }, [document, page, rotation, width, height, isSeen]);
  return <canvas ref={canvas} className={className} width={width} height={height} />;
}
