export const text = {
  invitedSubject: '会议邀请：{name}',
  invitedText: '{by} 邀请您参加会议“{name}”。',
  movedSubject: '会议变更：{name}',
  movedText: '{by} 更改了会议“{name}”的时间或地点。',
  cancelledSubject: '会议取消：{name}',
  cancelledText: '{by} 取消了会议“{name}”。',
  when: '时间：{from} 至 {to}',
  where: '地点：{place}',
  open: '议程与答复：{url}',
  calendar: '加入日历：{url}',
};

export type Texts = typeof text;
