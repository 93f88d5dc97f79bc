/** An entry of a tar: its raw name, and its type (0 a file, 2 a link, 5 a folder). */
interface TarEntry {
  name: Buffer | string;
  bytes?: string;
  type?: 0 | 2 | 5;
  /** The stated size, where it is wrong. */
  size?: number;
}

/** The bytes of a tar. */
export function tarOf(entries: TarEntry[]): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, bytes = '', type = 0, size = Buffer.byteLength(bytes) } of entries) {
    const head = Buffer.alloc(512);
    Buffer.from(name as string).copy(head, 0, 0, 100);
    head.write('0000644\0', 100);
    head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    head.write(`${(1_700_000_000).toString(8).padStart(11, '0')}\0`, 136);
    head.write('        ', 148);
    head.write(String(type), 156);
    if (type === 2) head.write('/etc/passwd', 157);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.from(bytes);
    blocks.push(head, body, Buffer.alloc((512 - (body.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
