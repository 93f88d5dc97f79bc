import { decodeText, looksBinary } from '../../text/decode.ts';
import { GiveUp } from '../job.ts';
import { compoundStreams, isCompound } from './compound-file.ts';
import { htmlText } from './html-text.ts';
import { mailText } from './mail-text.ts';
import { oldSlidesText } from './old-slides.ts';
import { oldWordText } from './old-word.ts';
import { rtfText } from './rtf-text.ts';
import type { TextSink } from './text-sink.ts';

/**
 * The text of a document that is called as one of an older office: old Word and PowerPoint, those of WPS, and whatever else programs save under
 * such names. Gives up with 'no-engine' where an office engine may know what we do not.
 */
export function oldOfficeText(bytes: Buffer, sink: TextSink): void {
  if (isCompound(bytes)) return compoundText(bytes, sink);
  const head = bytes.toString('latin1', 0, 512).trimStart();
  if (head.startsWith('{\\rtf')) return sink.add(rtfText(bytes.toString('latin1')));
  if (/^MIME-Version:/im.test(head)) return sink.add(mailText(bytes.toString('latin1')));
  if (looksBinary(bytes)) throw new GiveUp('unsupported');
  const { text } = decodeText(bytes);
  sink.add(/^\s*<(?:!doctype|html|\?xml)/i.test(text) ? htmlText(text) : text);
}

function compoundText(bytes: Buffer, sink: TextSink): void {
  const streams = compoundStreams(bytes);
  const has = (name: string): boolean => streams.some((stream) => stream.name === name);
  if (has('EncryptedPackage')) throw new GiveUp('encrypted');
  if (has('WordDocument')) oldWordText(streams, sink);
  else if (has('PowerPoint Document')) oldSlidesText(streams, sink);
  else throw new GiveUp('no-engine');
  // nothing but pictures: they may be read off the pages
  if (sink.isBlank()) throw new GiveUp('no-engine');
}
