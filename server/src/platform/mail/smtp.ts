/** An SMTP server that mail leaves by. */
export interface MailServer {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  user: string;
  password: string;
  from: string;
}

/** One mail. `id` is the same each time it is sent again, so that a mail server can tell a repetition. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
}

const patienceMs = 15_000;

async function transportOf({ host, port, security, user, password }: MailServer) {
  // loaded only here: a house that sends no mail does without it
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Hands a letter to the mail server, for one box: its address is never read as a list. Throws when the server does not take it. */
export async function sendLetter(server: MailServer, { id, to, subject, text }: Letter): Promise<void> {
  const transport = await transportOf(server);
  try {
    await transport.sendMail({ from: server.from, to: { name: '', address: to }, subject, text, messageId: `<${id}@dossier>` });
  } finally {
    transport.close();
  }
}

/** What keeps mail from leaving. `answer` is what the server, or the connection to it, said. */
export interface MailProblem {
  kind: 'mailNoServer' | 'mailInsecure' | 'mailLogin' | 'mailRefused';
  answer: string;
}

const kinds: Record<string, MailProblem['kind']> = {
  EAUTH: 'mailLogin',
  ENOAUTH: 'mailLogin',
  ETLS: 'mailInsecure',
  EENVELOPE: 'mailRefused',
  EMESSAGE: 'mailRefused',
  EDNS: 'mailNoServer',
  ECONNECTION: 'mailNoServer',
  ECONNREFUSED: 'mailNoServer',
  ETIMEDOUT: 'mailNoServer',
  ESOCKET: 'mailNoServer',
};

/** Signs in at the mail server, and sends a letter if given; answers what is wrong. */
export async function tryMail(server: MailServer, letter: Letter | undefined): Promise<MailProblem | undefined> {
  const transport = await transportOf(server);
  try {
    await transport.verify();
    if (letter !== undefined) await sendLetter(server, letter);
    return undefined;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    const insecure = /certificate|SSL|TLS/i.test(message);
    return { kind: insecure ? 'mailInsecure' : (kinds[code] ?? 'mailRefused'), answer: message.split('\n')[0]?.slice(0, 200) ?? '' };
  } finally {
    transport.close();
  }
}
