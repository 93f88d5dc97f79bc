/**
 * Runs in a sandboxed subprocess: converts a DWG to DXF with LibreDWG, which an operator has installed separately. Its interface is files
 * only.
 * Arguments: the module of LibreDWG, the DWG, the path of the DXF.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The functions of LibreDWG in use. */
interface Reader {
  dwg_read_data(bytes: ArrayBuffer, kind: number): number | undefined;
  dwg_write_dxf(bytes: ArrayBuffer): Uint8Array | null;
  dwg_getall_LAYER(data: number): number[];
  dwg_dynapi_entity_data(item: number, field: string): unknown;
}

const [program = '', from = '', to = ''] = process.argv.slice(2);
const { LibreDwg } = (await import(pathToFileURL(program).href)) as { LibreDwg: { create(): Promise<Reader> } };
const reader = await LibreDwg.create();
const file = readFileSync(from);
const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
const dxf = reader.dwg_write_dxf(bytes);
if (dxf === null) process.exit(3);
writeFileSync(to, withLayers(Buffer.from(dxf), layersOf()));
process.exit(0);

/** Whether each layer is off, in order: LibreDWG inverts it in its DXF output. */
function layersOf(): boolean[] {
  const data = reader.dwg_read_data(bytes, 0);
  if (data === undefined) return [];
  return reader.dwg_getall_LAYER(data).map((item) => Boolean(reader.dwg_dynapi_entity_data(item, 'off')));
}

function withLayers(whole: Buffer, off: boolean[]): Buffer {
  const start = whole.indexOf('AcDbLayerTableRecord');
  const end = whole.indexOf('ENDTAB', Math.max(start, 0));
  if (start < 0 || end < 0 || off.length === 0) return whole;
  let at = 0;
  const rows = whole
    .toString('latin1', start, end)
    .replace(/(\r?\n\s*62\r?\n)(\s*)-?(\d+)/g, (...[, code = '', space = '', colour = '']: string[]) => {
      const sign = off[at++] === true ? '-' : '';
      return `${code}${space}${sign}${colour}`;
    });
  return Buffer.concat([whole.subarray(0, start), Buffer.from(rows, 'latin1'), whole.subarray(end)]);
}
