import { ZipFile } from 'yazl';

interface Put {
  name: string;
  bytes?: Buffer | string;
  mode?: number;
  /** Uncompressed, so that a test can change it. */
  stored?: boolean;
}

/** The bytes of a zip; `change` may corrupt them. */
export async function zipOf(puts: Put[], change: (zip: Buffer) => void = () => {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes = '', mode, stored = false } of puts) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(bytes), name, { compress: !stored, ...(mode === undefined ? {} : { mode }) });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  change(whole);
  return whole;
}
