import words from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';

export const antd = words;
