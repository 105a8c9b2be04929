import { defineTexts } from '../../i18n/i18n.ts'

export const { useText } = defineTexts('bell', {
  zh: {
    open: '通知',
    openUnread: '通知，{count} 条未读',
    title: '通知',
    unread: '未读',
    readAll: '全部已读',
    none: '暂无通知',
    more: '更多',
    device: '查看设备',
    rollout: '查看批量任务',
    settings: '通知设置',
  },
  en: {
    open: 'Notifications',
    openUnread: 'Notifications, {count} unread',
    title: 'Notifications',
    unread: 'Unread',
    readAll: 'Mark all as read',
    none: 'No notifications yet',
    more: 'More',
    device: 'Show the device',
    rollout: 'Show the roll-out',
    settings: 'Notification settings',
  },
})
