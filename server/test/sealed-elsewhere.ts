import { createHash } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { makeSeal } from '../src/modules/signatures/seals/make-seal.ts';
import type { SealKey } from '../src/modules/signatures/seals/seal-keys.ts';

const room = 4096;
/** As long as the numbers that take its place. */
const range = '/ByteRange [ 0 1000000001 1000000002 1000000003 ]';

/** A PDF that another program has signed by this key: written whole, with a field of its own. */
export async function sealedElsewhere(bytes: Buffer, key: SealKey, at: number): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes);
  const { context } = pdf;
  const value = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      Reason: PDFString.of('Made elsewhere'),
      M: PDFString.of(`D:${new Date(at).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`),
      ByteRange: [0, 1_000_000_001, 1_000_000_002, 1_000_000_003],
      Contents: PDFHexString.of('0'.repeat(room)),
    }),
  );
  const field = context.register(
    context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('Elsewhere'), V: value, Rect: [0, 0, 0, 0], F: 132 }),
  );
  const form = pdf.getForm().acroForm;
  form.addField(field);
  form.dict.set(PDFName.of('SigFlags'), context.obj(3));
  const saved = Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false })).toString('latin1');
  const open = saved.indexOf(`<${'0'.repeat(room)}>`);
  const close = open + room + 2;
  const numbers = `/ByteRange [ 0 ${open} ${close} ${saved.length - close} ]`.padEnd(range.length);
  const ready = Buffer.from(saved.replace(range, numbers), 'latin1');
  const digest = createHash('sha256').update(ready.subarray(0, open)).update(ready.subarray(close)).digest();
  ready.write((await makeSeal(key, { digest })).toString('hex'), open + 1, 'latin1');
  return ready;
}
