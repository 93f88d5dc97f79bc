import { expect, it } from 'vitest';
import { mailSettings, startMailServer } from '../../../test/mail-server.ts';
import { sendLetter } from './outgoing-mail.ts';

it.each(['eve@evil.example,x@partner.example', 'g:eve@evil.example,@partner.example', '<eve@evil.example> @partner.example'])(
  'a letter to %j is never sent to a list, or to a member of it',
  async (to) => {
    const server = await startMailServer();
    await sendLetter(mailSettings(server.port), { id: '1', to, subject: 'A', text: 'B' }).catch(() => undefined);
    await server.close();
    expect(server.letters.flatMap((letter) => letter.to).filter((box) => box.endsWith('@evil.example'))).toEqual([]);
  },
);
