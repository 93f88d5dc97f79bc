import { SMTPServer } from 'smtp-server';

/** A mail as the mail server received it. */
export interface Received {
  from: string;
  to: string[];
  /** Headers and body as received, the body decoded. */
  text: string;
  id: string;
}

/** A real mail server on this machine, which keeps its mails. */
export interface TestMailServer {
  port: number;
  letters: Received[];
  /** Refuses all further mails, as a server with a full disk does. */
  refuse(refusing: boolean): void;
  /** The newest code sent to an address. */
  codeFor(to: string): string | undefined;
  close(): Promise<void>;
}

const user = 'dossier';
const password = 'mail-pass-1';

/** The mail settings for such a server. */
export const mailSettings = (port: number) => ({
  enabled: true,
  host: '127.0.0.1',
  port,
  security: 'none' as const,
  user,
  password,
  from: 'Dossier <dossier@example.org>',
});

/** Decodes bodies in base64 or quoted-printable, and each part of a mail with several. */
function readable(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1];
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1, -1);
    return [head, ...parts.map((part) => readable(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))].join('\n\n');
  }
  if (/transfer-encoding: base64/i.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString()}`;
  if (!/transfer-encoding: quoted-printable/i.test(head)) return raw;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString()}`;
}

/** Starts a mail server on a free port; with a certificate it requires StartTLS. */
export async function startMailServer(tls?: { cert: string; key: string }): Promise<TestMailServer> {
  const letters: Received[] = [];
  let refusing = false;
  const server = new SMTPServer({
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true } : tls),
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
    onMailFrom: (_address, _session, done) => done(refusing ? Object.assign(new Error('No space left'), { responseCode: 452 }) : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const text = readable(Buffer.concat(parts).toString());
        const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? '';
        letters.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map((recipient) => recipient.address), text, id });
        done();
      });
    },
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    letters,
    refuse: (now) => void (refusing = now),
    codeFor: (to) =>
      /\b\d{6}\b/.exec(
        letters
          .findLast((letter) => letter.to.includes(to))
          ?.text.split('\n\n')
          .slice(1)
          .join('\n') ?? '',
      )?.[0],
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
