import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { msgText, parseMsg } from './msg.ts';

/** An Outlook message with these streams, by their storages. */
function messageOf(streams: Record<string, Buffer | string>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, value] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf16le'));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

it('the text of a message has its headers, its body, and the names and messages in it', () => {
  const message = messageOf({
    '__substg1.0_0037001F': '合同',
    '__substg1.0_0C1A001F': '张三',
    '__substg1.0_5D01001F': 'zhang@example.com',
    '__substg1.0_0E04001F': 'Li Si; Wang Wu',
    '__substg1.0_1000001F': 'plain words',
    '__attach_version1.0_#00000000/__substg1.0_3707001F': '附件.txt',
    '__attach_version1.0_#00000001/__substg1.0_3001001F': 'within',
    '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_0037001F': '里面',
    '__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_10130102': Buffer.from('<p>rich words</p>'),
  });
  expect(msgText(message, { named: true }).split('\n')).toEqual([
    'Subject: 合同',
    'From: 张三 <zhang@example.com>',
    'To: Li Si; Wang Wu',
    'plain words',
    '附件.txt',
    'within',
    'Subject: 里面',
    'rich words',
  ]);
});

it('texts without Unicode are read in the code page in which Outlook keeps those of the mail', () => {
  const codepage = Buffer.alloc(48);
  codepage.writeUInt32LE(0x3fde0003, 32);
  // the transport of Japanese mails, whose texts are kept as Shift JIS
  codepage.writeUInt32LE(50220, 40);
  const message = messageOf({
    '__properties_version1.0': codepage,
    '__substg1.0_0037001E': Buffer.from('93fa967b8cea', 'hex'),
  });
  expect(parseMsg(message).subject).toBe('日本語');
});
