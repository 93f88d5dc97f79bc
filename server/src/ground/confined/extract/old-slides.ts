import { GiveUp } from '../job.ts';
import { type CompoundStream, streamOf } from './compound-file.ts';
import type { TextSink } from './text-sink.ts';

const wideText = 4000;
const narrowText = 4008;
/** What every slide of a design begins with: nobody wrote it for this presentation. */
const design = 1016;
/** A presentation with a password says so beside its slides. */
const locked = 0xf3d1_c4df;
const deepest = 64;

/** The text of a presentation of PowerPoint 97 to 2003: titles, outlines, text boxes and notes. */
export function oldSlidesText(streams: CompoundStream[], sink: TextSink): void {
  const user = streamOf(streams, 'Current User');
  if (user.length >= 16 && user.readUInt32LE(12) === locked) throw new GiveUp('encrypted');
  walk(streamOf(streams, 'PowerPoint Document'), sink, 0);
}

/** Records, each with its kind and length; those whose version is 15 hold further ones. */
function walk(records: Buffer, sink: TextSink, depth: number): void {
  for (let at = 0; at + 8 <= records.length; ) {
    const [version, kind, length] = [records.readUInt16LE(at) & 15, records.readUInt16LE(at + 2), records.readUInt32LE(at + 4)];
    const body = records.subarray(at + 8, at + 8 + length);
    at += 8 + length;
    if (version === 15 && kind !== design && depth < deepest) walk(body, sink, depth + 1);
    else if (kind === wideText) say(body.toString('utf16le'), sink);
    else if (kind === narrowText) say(body.toString('latin1'), sink);
  }
}

function say(text: string, sink: TextSink): void {
  // a star stands where a date or a number is put
  if (text !== '*') sink.add(`${text.replace(/[\r\v]/g, '\n')}\n`);
}
