import { defineTexts } from '../i18n/i18n.ts'

const zh = {
  network: '网络连接失败，请检查网络后重试',
  timeout: '请求超时，请稍后重试',
  cancelled: '已取消',
  unreadable: '服务器返回异常（HTTP {status}）',
  extractFailed: '导出失败',
} as const

const en: Record<keyof typeof zh, string> = {
  network: 'The network cannot be reached. Check the connection and try again',
  timeout: 'The request took too long, please try again',
  cancelled: 'Cancelled',
  unreadable: 'The server answered something unexpected (HTTP {status})',
  extractFailed: 'The export failed',
}

export const { sayNow: sayApi } = defineTexts('api', { zh, en })
