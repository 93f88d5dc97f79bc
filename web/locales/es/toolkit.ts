import words from 'antd/es/locale/es_ES';
import 'dayjs/locale/es';

export const antd = words;
