import words from 'antd/es/locale/ja_JP';
import 'dayjs/locale/ja';

export const antd = words;
