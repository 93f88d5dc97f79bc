import words from 'antd/es/locale/en_US';
import 'dayjs/locale/en';

export const antd = words;
