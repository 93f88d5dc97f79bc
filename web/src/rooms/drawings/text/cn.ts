export const text = {
  stage: '图纸：方向键移动，加减号缩放，Home 显示全部',
  layers: '图层',
  closeLayers: '关闭图层',
  findLayer: '查找图层',
  layersShown: '显示 {{n}} / {{m}} 个',
  showAll: '全部显示',
  hideAll: '全部隐藏',
  onlyLayer: '只显示“{{name}}”',
  noLayer: '没有这样的图层',
  find: '查找',
  findWords: '在图纸文字中查找',
  sheets: '模型与布局',
  model: '模型',
  sheetN: '布局 {{n}}',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '显示全部',
  frame: '框选放大：在图上拉出一个框',
  distance: '测量距离',
  area: '测量面积',
  angleTool: '测量角度',
  distanceHint: '点击起点，再点击其他点；回车结束。',
  areaHint: '点击区域的各个角；回车结束。',
  angleHint: '点击三个点，第二个是角的顶点。',
  length: '距离：{{length}}',
  areaAround: '面积：{{area}}，周长：{{around}}',
  angle: '角度：{{angle}}°',
  darkGround: '深色背景',
  cut: '图纸过大，只显示了一部分。',
};

export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    drawings: Keys;
  }
}
