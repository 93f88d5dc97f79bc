import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';

/** The words to look for. */
export function SearchWords({ keyword, search }: { keyword: string; search: (words: string) => void }): ReactNode {
  const t = useText('search');
  const [text, setText] = useState(keyword);
  return (
    <Input.Search
      value={text}
      maxLength={200}
      allowClear
      autoFocus={keyword === ''}
      placeholder={t('words')}
      aria-label={t('words')}
      onChange={(event) => setText(event.target.value)}
      onSearch={(words) => words.trim() !== '' && search(words.trim())}
    />
  );
}
