export const zh = {
  range: '{min}–{max}',
  'wrong.integer': '应为 {min} 到 {max} 的整数',
  'wrong.option': '请选择',
  'wrong.digits': '请选择全部 {length} 项',
  'wrong.endpoint': '格式应为 主机:端口',
  'wrong.text': '不能为空',
  pick: '请选择',
} as const
