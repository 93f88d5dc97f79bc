import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';

/** The words to look for. */
export function SearchWords({ keyword, search }: { keyword: string; search: (words: string) => void }): ReactNode {
  const t = useText('search');
  const [text, setText] = useState(keyword);
  return (
    <Input.Search
      value={text}
      maxLength={200}
      allowClear={{ clearIcon: <ClearSign /> }}
      autoFocus={keyword === ''}
      placeholder={t('words')}
      aria-label={t('words')}
      searchIcon={<SearchOutlined aria-label={t('search')} />}
      onChange={(event) => setText(event.target.value)}
      onSearch={(words) => words.trim() !== '' && search(words.trim())}
    />
  );
}
