import type { Texts } from './cn.ts';

export const text = {
  hello: 'Hola, {name}:',
  signInSubject: 'Dossier: su código de acceso es {code}',
  signInText:
    'Su código para iniciar sesión es {code}. Vale 10 minutos. Si no está iniciando sesión, alguien conoce su contraseña: cámbiela pronto.',
  mailSubject: 'Dossier: su código es {code}',
  mailText: 'Escriba el código {code} para usar esta dirección. Vale 10 minutos. Si no lo ha pedido, ignore este mensaje.',
  resetSubject: 'Dossier: su código para una contraseña nueva es {code}',
  resetText:
    'Su código para una contraseña nueva es {code}. Vale 10 minutos. Si no lo ha pedido, ignore este mensaje: su contraseña no cambia.',
  program: 'un programa',
  newDeviceSubject: 'Dossier: acceso desde un dispositivo nuevo',
  newDeviceText:
    'Se ha iniciado sesión con su cuenta en un dispositivo nuevo: {device}, desde {address}, el {time} (UTC). Si no fue usted, cambie su contraseña ahora mismo.',
  mailChangedSubject: 'Dossier: su dirección de correo ha cambiado',
  mailChangedText: 'La dirección de correo de su cuenta es ahora {mail}. Si no la ha cambiado usted, avise al administrador.',
  passkeyAddedSubject: 'Dossier: se añadió una llave de acceso',
  passkeyAddedText: 'Se añadió la llave de acceso “{passkey}” a su cuenta. Si no fue usted, quítela y cambie su contraseña.',
  passkeyRemovedSubject: 'Dossier: se quitó una llave de acceso',
  passkeyRemovedText: 'Se quitó la llave de acceso “{passkey}” de su cuenta. Si no fue usted, cambie su contraseña.',
  passkeysResetSubject: 'Dossier: se quitaron sus llaves de acceso',
  passkeysResetText:
    'Su contraseña se restableció, así que se quitaron sus llaves de acceso. Si las desea, añádalas de nuevo en «Acceso y seguridad».',
  tiedSubject: 'Dossier: su cuenta se ha vinculado',
  tiedText:
    'Su cuenta está ahora vinculada con «{shown}» de {where}, que desde ahora inicia sesión por usted. Si no fue usted, avise al administrador ahora mismo.',
  unboundSubject: 'Dossier: se desvinculó una cuenta',
  unboundText:
    'Su contraseña es nueva, así que {where} ya no inicia sesión por usted. Si lo desea, vuelva a vincularla en «Cuentas vinculadas».',
} satisfies Texts;
