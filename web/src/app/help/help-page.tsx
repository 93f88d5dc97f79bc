import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { rolesOf, useCurrentUser } from '../../modules/identity/current-user.ts';
import { useText } from '../../platform/i18n.ts';
import { usePageQuery } from '../../platform/navigation.ts';
import { notice } from '../../platform/notices.ts';
import { patternParam } from '../../platform/page-query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { DividedList, Heading, Row, Stack, Text, VisuallyHidden } from '../../platform/ui/layout.tsx';
import { PageBreadcrumbs } from '../../platform/ui/links.tsx';
import { Section } from '../../platform/ui/page-parts.tsx';
import { openShortcuts } from '../shell/shell-actions.tsx';
import { type HelpGroup, articlesOf, groupsFor, hasWords, helpGroups } from './articles.ts';
import styles from './help.module.css';
import { keepSeenHints } from './hints.ts';

const Query = { topic: patternParam(new RegExp(`^(${Object.keys(helpGroups).join('|')})$`)) };

/** /help?topic= : short articles about everyday work, to be searched; those about the page somebody comes from stand first. */
export function HelpPage(): ReactNode {
  const t = useText('help.page');
  const words = useText('help.articles');
  const { topic } = usePageQuery(Query);
  const [typed, setTyped] = useState('');
  const groups = groupsFor(rolesOf(useCurrentUser()), topic as HelpGroup | undefined);
  const isSearch = typed.trim() !== '';
  const found = groups
    .map((group) => ({
      group,
      articles: articlesOf(group).filter((id) => !isSearch || hasWords(`${words(`title_${id}`)} ${words(`text_${id}`)}`, typed.trim())),
    }))
    .filter(({ articles }) => articles.length > 0);
  const count = found.reduce((sum, { articles }) => sum + articles.length, 0);
  return (
    <Stack gap={3} className={styles.page}>
      <PageBreadcrumbs>
        <Heading level={1}>{t('help')}</Heading>
      </PageBreadcrumbs>
      <Text as="p" tone="muted">
        {t('intro')}
      </Text>
      <Input
        size="large"
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <VisuallyHidden role="status">{isSearch && t('found', { count })}</VisuallyHidden>
      {count === 0 && <Empty icon={<SearchOutlined />} title={t('nothing')} hint={t('nothingHint')} />}
      {found.map(({ group, articles }) => (
        <Section key={group} title={t(`group_${group}`)}>
          <DividedList>
            {articles.map((id) => (
              <li key={id}>
                <details className={styles.article} open={isSearch}>
                  <summary>{words(`title_${id}`)}</summary>
                  <Text as="p" prose>
                    {words(`text_${id}`)}
                  </Text>
                </details>
              </li>
            ))}
          </DividedList>
        </Section>
      ))}
      <HelpActions />
    </Stack>
  );
}

function HelpActions(): ReactNode {
  const t = useText('help.page');
  const showHints = (): void => {
    keepSeenHints([]);
    notice.success(t('hintsShown'));
  };
  return (
    <Row gap={2} wrap>
      <Button onClick={openShortcuts}>{t('shortcuts')}</Button>
      <Button onClick={showHints}>{t('showHints')}</Button>
    </Row>
  );
}
