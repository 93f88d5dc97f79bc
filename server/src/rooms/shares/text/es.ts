import type { Texts } from './cn.ts';

export const text = {
  linkSubject: '{giver} ha compartido «{share}» con usted',
  linkText: '{giver} ha compartido «{share}» con usted. Abra este enlace para verlo:',
  linkUntil: 'El enlace es válido hasta el {day} (UTC).',
  linkPassword: 'Pide una contraseña: solicítela a quien lo envió.',
  codeSubject: 'Su código para abrir un enlace compartido',
  codeText:
    'Su código: {code}\n\nEs válido durante diez minutos. Escríbalo en la página del enlace. Si no ha sido usted, ignore este mensaje y no diga el código a nadie.',
} satisfies Texts;
