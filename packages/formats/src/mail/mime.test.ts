import { describe, expect, it } from 'vitest';
import { mailText, parseEml } from './mime.ts';

const lines = (...all: string[]): string => all.join('\r\n');

describe('a mail', () => {
  it('counts the first header of a name, and tolerates a blank before the colon', () => {
    const { subject, to } = parseEml(Buffer.from(lines('Subject : first', 'Subject: second', 'To : a@example.com', '', 'body')));
    expect([subject, to]).toEqual(['first', ['a@example.com']]);
  });

  it('keeps blanks in the names of attachments that lack quotes', () => {
    const mail = lines('Subject: s', 'Content-Type: application/pdf; name=This is a test.pdf; x=y', '', '%PDF');
    expect(parseEml(Buffer.from(mail)).attachments.map(({ name }) => name)).toEqual(['This is a test.pdf']);
    expect(mailText(mail)).toBe('s\nThis is a test.pdf');
  });

  it('gives the text of mails within it', () => {
    const mail = lines(
      'Subject: outer',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'words',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Subject: inner',
      '',
      'more words',
      '--b--',
    );
    expect(mailText(mail, { named: true })).toBe('Subject: outer\n\nwords\n\nSubject: inner\n\nmore words\n');
  });

  it('within itself without end is read to a bound', () => {
    const inner = 'Subject: s\r\nContent-Type: message/rfc822\r\n\r\n';
    expect(mailText(inner.repeat(1000)).split('\n')).toHaveLength(11);
  });
});
