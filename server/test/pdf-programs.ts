import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Whether a program for PDF is installed. */
export const hasProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

interface Run {
  program: string;
  /** `IN` stands for the PDF, `OUT` and `OUT.pdf` for what the program writes, `SCRIPT` for the script. */
  args: readonly string[];
  script?: string;
  /** The name of the file that it writes. */
  made?: string;
}

/** What a program says of a PDF, its complaints included, and the file that it wrote. */
export async function toldBy(bytes: Buffer, { program, args, script = '', made }: Run): Promise<{ said: string; file: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-program-'));
  try {
    const paths: Record<string, string> = {
      IN: join(folder, 'in.pdf'),
      OUT: join(folder, 'out'),
      // mutool takes another name for a list of pages
      'OUT.pdf': join(folder, 'out.pdf'),
      SCRIPT: join(folder, 'script.js'),
    };
    await writeFile(join(folder, 'in.pdf'), bytes);
    await writeFile(join(folder, 'script.js'), script);
    const { stdout, stderr } = await promisify(execFile)(
      program,
      args.map((arg) => paths[arg] ?? arg),
      { maxBuffer: 64 << 20, timeout: 60_000 },
    );
    return { said: stdout + stderr, file: made === undefined ? Buffer.alloc(0) : await readFile(join(folder, made)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An annotation as mutool reads it. */
export interface MutoolAnnotation {
  page: number;
  type: string;
  contents: string;
  author: string;
}

const listing = `
var pdf = new PDFDocument(scriptArgs[0]);
var found = [];
for (var at = 0; at < pdf.countPages(); at++)
  pdf.loadPage(at).getAnnotations().forEach(function (one) {
    var type = one.getType();
    var author = type === 'Popup' || type === 'Link' ? '' : one.getAuthor();
    found.push({ page: at + 1, type: type, contents: one.getContents(), author: author });
  });
print(JSON.stringify(found));
`;

/** The annotations of a PDF as mutool reads them; throws where it has something to complain of. */
export async function annotationsByMutool(bytes: Buffer): Promise<MutoolAnnotation[]> {
  const { said } = await toldBy(bytes, { program: 'mutool', args: ['run', 'SCRIPT', 'IN'], script: listing });
  return JSON.parse(said) as MutoolAnnotation[];
}

const annotating = `
var pdf = new PDFDocument(scriptArgs[0]);
var page = pdf.loadPage(0);
function add(type, contents) {
  var one = page.createAnnotation(type);
  one.setContents(contents);
  one.setAuthor('Mutool');
  return one;
}
add('Text', 'mutool note').setRect([50, 50, 70, 70]);
add('Highlight', 'mutool highlight').setQuadPoints([[70, 70, 150, 70, 70, 90, 150, 90]]);
add('Ink', 'mutool ink').setInkList([[[100, 100], [120, 120], [140, 100]]]);
page.update();
pdf.save(scriptArgs[1], 'incremental');
`;

/** A PDF with a note, a highlight and a drawing that mutool added on its first page. */
export async function annotatedByMutool(bytes: Buffer): Promise<Buffer> {
  const { said, file } = await toldBy(bytes, {
    program: 'mutool',
    args: ['run', 'SCRIPT', 'IN', 'OUT.pdf'],
    script: annotating,
    made: 'out.pdf',
  });
  if (said !== '') throw new Error(said);
  return file;
}

/** All objects of a PDF with their streams decoded by mutool, nothing left out; throws where it has something to complain of. */
export async function cleanedByMutool(bytes: Buffer): Promise<string> {
  const { said, file } = await toldBy(bytes, { program: 'mutool', args: ['clean', '-d', 'IN', 'OUT.pdf'], made: 'out.pdf' });
  if (said !== '') throw new Error(said);
  return file.toString('latin1');
}
