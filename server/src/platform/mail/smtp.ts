/** The SMTP server for outgoing mail. */
export interface MailServer {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  user: string;
  password: string;
  from: string;
}

/** One mail. `id` is the same in each attempt, so that a mail server can detect a repetition. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
}

const timeoutMs = 15_000;

async function transportOf({ host, port, security, user, password }: MailServer) {
  // loaded only here: a server that sends no mail does without it
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends a mail to one mailbox: its address is never read as a list. Throws when the mail server does not accept it. */
export async function sendLetter(server: MailServer, { id, to, subject, text }: Letter): Promise<void> {
  const transport = await transportOf(server);
  try {
    await transport.sendMail({ from: server.from, to: { name: '', address: to }, subject, text, messageId: `<${id}@dossier>` });
  } finally {
    transport.close();
  }
}

/** Why mail cannot be sent. `answer` is the reply of the mail server, or the connection error. */
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

/** Signs in at the mail server, and sends a letter if given; returns the problem. */
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
