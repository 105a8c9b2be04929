export const zh = {
  'step.sent': '已发送',
  'step.delivered': '已送达',
  'step.confirmed': '已确认',
  'step.toSend': '待发送',
  'step.toConfirm': '等待确认',
  'step.toProve': '等待回读',
  'step.failed': '失败',
  'step.unsent': '未发送',
  'step.waiting': '等待设备上线',
  'said.until': '{time} 前有效',
  'said.retried': '已重试 {count} 次',
  steps: '指令进度',
} as const
