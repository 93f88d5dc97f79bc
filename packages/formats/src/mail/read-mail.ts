import { readFile } from 'node:fs/promises';
import { isCompound } from '../compound/compound-file.ts';
import { type Job, TaskFailure } from '../task.ts';
import { looksBinary } from '../text/decode.ts';
import { parseEml } from './mime.ts';
import { type Attachment, type Mail, mailLimits } from './mail.ts';
import { parseMsg } from './msg.ts';

/** Reads a mail by its format. */
export async function readMail({ path, size }: Job): Promise<Mail> {
  if (size > mailLimits.held) throw new TaskFailure('too-large');
  const bytes = await readFile(path);
  if (isCompound(bytes)) return parseMsg(bytes);
  if (bytes.length === 0 || looksBinary(bytes)) throw new TaskFailure('broken');
  const mail = parseEml(bytes);
  // any text would parse as a mail
  if (mail.from === '' && mail.subject === '' && mail.time === 0) throw new TaskFailure('unsupported');
  return mail;
}

const [mostPicture, mostPictures] = [1024 ** 2, 4 * 1024 ** 2];
const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/jpg', 'image/pjpeg']);

/** The view of a mail: images are embedded in its body, as nothing external is loaded. */
export function mailView({ attachments, html, ...mail }: Mail): Record<string, unknown> {
  const shown = new Set<Attachment>();
  const byName = new Map(attachments.map((attachment) => [attachment.cid?.toLowerCase(), attachment]));
  let left = mostPictures;
  const filled = html.replace(/cid:([^"'\s()<>]{1,300})/gi, (whole, name: string) => {
    const found = byName.get(plain(name).toLowerCase());
    if (found === undefined || !shownTypes.has(typeOf(found)) || found.size > mostPicture || found.size > left) return whole;
    left -= found.size;
    shown.add(found);
    return `data:${typeOf(found)};base64,${found.read().toString('base64')}`;
  });
  return {
    ...mail,
    html: filled,
    attachments: attachments.map((attachment) => ({ name: attachment.name, size: attachment.size, shown: shown.has(attachment) })),
  };
}

function typeOf({ type, name }: Attachment): string {
  if (type.startsWith('image/')) return type;
  const ending = /\.(png|jpe?g|gif|webp)$/i.exec(name)?.[1]?.toLowerCase().replace('jpg', 'jpeg');
  return ending === undefined ? type : `image/${ending}`;
}

function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
