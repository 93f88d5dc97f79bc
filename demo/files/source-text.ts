import { type Prose, type Wish, grouped, tableTexts, writeProse } from './prose.ts';
import { randomFrom } from './random.ts';
import { escaped } from './xml.ts';

export const sourceKinds = ['txt', 'md', 'csv', 'json', 'java', 'c', 'sql', 'html', 'log'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const writers: Record<SourceKind, (prose: Prose, wish: Wish) => string> = {
  txt: plain,
  md: markdown,
  csv: ({ table }) =>
    `${tableTexts(table)
      .map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(','))
      .join('\r\n')}\r\n`,
  json: ({ title, lang, byline, table }) =>
    `${JSON.stringify({ title, lang, byline, items: table.rows, total: table.total.amount }, null, 2)}\n`,
  java,
  c,
  sql,
  html,
  log,
};

/** The text of a file of this kind. */
export const writeSource = (kind: SourceKind, wish: Wish): string => writers[kind](writeProse(wish), wish);

function plain({ title, byline, sections }: Prose): string {
  const parts = sections.map(({ heading, paragraphs }) => `${heading}\n\n${paragraphs.join('\n')}`);
  return `${title}\n${byline}\n\n${parts.join('\n\n')}\n`;
}

function markdown({ title, byline, sections, table }: Prose): string {
  const [heads = [], ...rows] = tableTexts(table);
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const parts = sections.map(({ heading, paragraphs }) => `## ${heading}\n\n${paragraphs.join('\n\n')}`);
  return `# ${title}\n\n*${byline}*\n\n${parts.join('\n\n')}\n\n${[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

function java({ title, byline }: Prose, { seed }: Wish): string {
  return `package com.lanjiang.monitor;

import java.time.Duration;
import java.util.List;

/**
 * ${title}
 * ${byline}
 */
public final class StationMonitor {
    private static final double ALARM_LEVEL = ${(randomFrom(seed).int(300, 900) / 100).toFixed(2)};
    private final List<Gauge> gauges;

    public StationMonitor(List<Gauge> gauges) {
        this.gauges = List.copyOf(gauges);
    }

    /** The gauges whose mean over the last ten minutes is above the alarm level. */
    public List<Gauge> alarming() {
        return gauges.stream()
            .filter(gauge -> gauge.mean(Duration.ofMinutes(10)) > ALARM_LEVEL)
            .toList();
    }
}
`;
}

function c({ title, byline }: Prose, { seed }: Wish): string {
  return `/* ${title}
 * ${byline}
 */
#include <stddef.h>
#include <stdint.h>

#define SAMPLES ${randomFrom(seed).int(16, 128)}

/* Mean of the last samples in millimetres; 0 when there are none. */
int32_t mean_level(const int32_t *samples, size_t count)
{
    int64_t sum = 0;
    if (count > SAMPLES)
        count = SAMPLES;
    for (size_t i = 0; i < count; i++)
        sum += samples[i];
    return count == 0 ? 0 : (int32_t)(sum / (int64_t)count);
}
`;
}

function sql({ title, table }: Prose): string {
  const rows = table.rows.map(({ name, quantity, price }) => `  ('${name}', ${quantity}, ${price})`);
  return `-- ${title}
CREATE TABLE budget_item (
  name     VARCHAR(100) PRIMARY KEY,
  quantity INTEGER NOT NULL,
  price    INTEGER NOT NULL
);

INSERT INTO budget_item (name, quantity, price) VALUES
${rows.join(',\n')};

SELECT name, quantity * price AS amount FROM budget_item ORDER BY amount DESC;
`;
}

function html({ title, lang, byline, sections, table }: Prose): string {
  const parts = sections.map(
    ({ heading, paragraphs }) => `<h2>${escaped(heading)}</h2>\n${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}`,
  );
  const rows = table.rows.map(({ name, amount }) => `<tr><td>${escaped(name)}</td><td>${grouped(amount)}</td></tr>`);
  return `<!doctype html>
<html lang="${lang === 'cn' ? 'zh' : lang}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>body { font: 16px/1.7 sans-serif; max-width: 42em; margin: 2em auto } td { border: 1px solid #ccc; padding: 4px 12px }</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p><em>${escaped(byline)}</em></p>
${parts.join('\n')}
<table>
${rows.join('\n')}
</table>
</body>
</html>
`;
}

function log(_prose: Prose, { seed }: Wish): string {
  const random = randomFrom(seed);
  const lines = Array.from({ length: 400 }, (_, at) => {
    const time = new Date(Date.UTC(2026, 2, 2, 8) + at * 47_000).toISOString();
    const level = random.pick(['INFO', 'INFO', 'INFO', 'WARN']);
    return `${time} ${level} gauge-${random.int(1, 24)} level=${(random.int(120, 640) / 100).toFixed(2)} flow=${random.int(2, 12)}`;
  });
  return `${lines.join('\n')}\n`;
}
