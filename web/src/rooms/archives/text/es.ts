import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  download: 'Descargar',
  hint: 'Aviso',
  compressQuestion:
    'Hay demasiados documentos para descargarlos de una vez. ¿Comprimirlos en segundo plano? Un mensaje le avisará cuando el archivo esté listo.',
  compressYes: 'Comprimir en segundo plano',
  compressStarted: 'Los archivos se están comprimiendo en segundo plano; recibirá un mensaje cuando estén listos.',
  extractHere: 'Descomprimir aquí',
  extracting: '«{{name}}» se está descomprimiendo en segundo plano; recibirá un mensaje al terminar.',
} satisfies Words<Keys>;
