import { reportTables } from '@dossier/contract/reporting/statistics';
import { theme } from 'antd';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use as useParts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { type TextKey, useLanguage, useText } from '../../../platform/i18n.ts';
import styles from '../reporting.module.css';
import { type ChartReport, type Point, bytesStep, wordOf } from './chart-points.ts';

useParts([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

interface ChartProps {
  report: ChartReport;
  points: readonly Point[];
  unit: 'hour' | 'day';
}

/** Distinct on paper, in dark mode, and with red-green colour blindness. */
const colours = ['#3b82f6', '#d97706', '#12967d', '#a855f7', '#d6456b', '#7a8b1f', '#0891b2'];

/** The series of a report over time: counts as lines, storage as an area. */
export function Chart({ report, points, unit }: ChartProps): ReactNode {
  const t = useText('reporting.statistics');
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const option = useOption({ report, points, unit });
  useEffect(() => {
    if (box.current === null) return undefined;
    const drawn = init(box.current, undefined, { renderer: 'svg' });
    chart.current = drawn;
    const watch = new ResizeObserver(() => drawn.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      drawn.dispose();
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);
  return <div ref={box} className={styles.chart} role="img" aria-label={t('chartLabel', { report: t(report), count: points.length })} />;
}

function useOption({ report, points, unit }: ChartProps) {
  const t = useText('reporting.statistics');
  const language = useLanguage();
  const { token } = theme.useToken();
  const names = reportTables[report].series;
  const format = (name: string, value: number): string => (name === 'bytes' ? formatSize(value, language) : formatNumber(value, language));
  const axis = (name: string) => ({
    type: 'value' as const,
    minInterval: 1,
    axisLabel: { color: token.colorTextSecondary, formatter: (value: number) => format(name, value) },
    splitLine: { lineStyle: { color: token.colorSplit } },
  });
  const two = report === 'fileTotal';
  const bytesAt = names.findIndex((name) => name === 'bytes');
  const step = bytesStep(Math.max(0, ...points.map(({ values }) => values[bytesAt] ?? 0)));
  return {
    animation: token.motion,
    animationDuration: 150,
    color: colours,
    textStyle: { fontFamily: token.fontFamily },
    grid: { left: 8, right: two ? 8 : 16, top: 40, bottom: 4, containLabel: true },
    legend: { type: 'scroll' as const, top: 0, textStyle: { color: token.colorText }, inactiveColor: token.colorTextSecondary },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorSplit,
      textStyle: { color: token.colorText, fontSize: 13 },
    },
    xAxis: {
      type: 'category' as const,
      data: points.map(({ at }) => wordOf(at, unit)),
      axisLabel: { color: token.colorTextSecondary, hideOverlap: true },
      axisLine: { lineStyle: { color: token.colorBorder } },
      axisTick: { show: false },
    },
    yAxis: two ? [axis('documents'), { ...axis('bytes'), interval: step, splitLine: { show: false } }] : axis(''),
    series: names.map((name, place) => ({
      type: report === 'document' && name === 'added' ? ('bar' as const) : ('line' as const),
      name: t(`series_${name}` as TextKey<'reporting.statistics'>),
      data: points.map(({ values }) => values[place] ?? 0),
      showSymbol: points.length === 1,
      symbolSize: 6,
      lineStyle: { width: 2 },
      barMaxWidth: 18,
      ...(two && { yAxisIndex: place, ...(name === 'bytes' && { areaStyle: { opacity: 0.12 } }) }),
      tooltip: { valueFormatter: (value: unknown) => format(name, Number(value)) },
    })),
  };
}
