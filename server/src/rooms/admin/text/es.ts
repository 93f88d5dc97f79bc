import type { Texts } from './cn.ts';

export const text = {
  loginName: 'Nombre de usuario',
  fullName: 'Nombre',
  departments: 'Departamentos',
  roles: 'Roles',
  groups: 'Grupos',
  mail: 'Correo electrónico',
  enabled: 'Activa',
  lang: 'Idioma',
  yes: 'Sí',
  no: 'No',
  administrators: 'Administradores',
  site: 'Administradores del sitio',
  system: 'Administradores del sistema',
  security: 'Administradores de seguridad',
  audit: 'Administradores de auditoría',
  heads: 'Responsables de departamento',
  staff: 'Personal',
  peopleFile: 'Personas',
  templateFile: 'Personas para importar',
  handedOver: ' (traspasado)',
  inviteSubject: 'Dossier: se ha abierto una cuenta para usted',
  inviteText:
    'Hola, {name}:\n\nse ha abierto una cuenta para usted en Dossier. Su nombre de usuario es {login}.\nAbra {address}, elija «¿Olvidada?» y fije su contraseña con el código que se envía a esta dirección.',
} satisfies Texts;
