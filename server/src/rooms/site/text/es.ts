import type { Texts } from './cn.ts';

export const text = {
  mailNoHost: 'Escriba la dirección del servidor de correo.',
  mailNoFrom: 'Escriba la dirección de correo del remitente.',
  mailNoOwn:
    'El servidor de correo responde y acepta el inicio de sesión. No se ha enviado ninguna carta porque su propia cuenta no tiene dirección de correo. Añádala en «Cuenta» de su menú y vuelva a probar.',
  mailNoServer: 'No hay respuesta de {host}:{port}. Revise la dirección, el puerto y el cortafuegos. ({answer})',
  mailInsecure: 'No hay conexión segura con el servidor de correo. Revise el cifrado, el puerto y su certificado. ({answer})',
  mailLogin: 'El servidor de correo no acepta este usuario o contraseña. ({answer})',
  mailRefused: 'El servidor de correo lo ha rechazado. ({answer})',
  trySubject: 'Dossier: una prueba',
  tryText: 'Esto es una prueba. Si la ha recibido, los ajustes de correo funcionan.',
} satisfies Texts;
