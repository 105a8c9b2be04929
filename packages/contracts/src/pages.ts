import { type Words, words } from './kit/index.ts'
import type { Permission } from './index.ts'

/**
 * The pages code owns. A menu row's `url` holds a page key; a role that has the row may call the routes whose
 * permission the page grants. Keys with a `screen` are opened by the console; a key without one only adds rights
 * (a menu row of type F), so that a role can look without being able to change.
 */
interface PageKey {
  readonly title: Words
  readonly screen: boolean
  readonly grants: readonly Permission[]
}

const page = (title: Words, grants: readonly Permission[]): PageKey => ({ title, screen: true, grants })
const rights = (title: Words, grants: readonly Permission[]): PageKey => ({ title, screen: false, grants })

export const pages = {
  dashboard: page(words('首页', 'Home Page'), ['dashboard.read']),
  'equipment/list': page(words('设备列表', 'Devices'), [
    'devices.read',
    'telemetry.read',
    'commands.read',
    'links.read',
    'upgrades.read',
  ]),
  'equipment/list/edit': rights(words('设备维护权限', 'Maintain devices'), ['devices.write']),
  'equipment/list/command': rights(words('设备控制权限', 'Control devices'), [
    'commands.read',
    'commands.send',
  ]),
  'equipment/list/upgrade': rights(words('设备升级权限', 'Upgrade devices'), [
    'upgrades.read',
    'upgrades.send',
  ]),
  'equipentry/detail': page(words('设备详情', 'Device details'), [
    'devices.read',
    'telemetry.read',
    'alarms.read',
    'commands.read',
    'links.read',
    'upgrades.read',
  ]),
  'equipment/map': page(words('设备地图', 'Fleet map'), ['devices.read']),
  'equipment/rejected': page(words('接入诊断', 'Rejected messages'), ['telemetry.rejected']),
  'maintenance/exitWarning': page(words('告警列表', 'Alarms'), ['alarms.read']),
  'maintenance/exitWarning/acknowledge': rights(words('告警确认权限', 'Acknowledge alarms'), [
    'alarms.acknowledge',
  ]),
  'maintenance/eventsearch': page(words('事件查询', 'Events'), ['events.read']),
  'maintenance/logextract': page(words('日志提取', 'Log extraction'), ['logs.read']),
  'maintenance/logextract/extract': rights(words('日志提取权限', 'Extract logs'), ['logs.extract']),
  'maintenance/batchsetting': page(words('批量设置', 'Batch settings'), [
    'batchSettings.read',
    'rollouts.read',
    'dictionary.read',
  ]),
  'maintenance/batchsetting/edit': rights(words('批量设置维护权限', 'Set parameters in batches'), [
    'batchSettings.write',
    'rollouts.write',
  ]),
  'maintenance/rollout': page(words('下发进度', 'Roll-outs'), ['rollouts.read', 'dictionary.read']),
  'maintenance/notification': page(words('通知设置', 'Notifications'), ['notifications.use']),
  'maintenance/advertise': page(words('广告发布', 'Advertisements'), ['adverts.read']),
  'maintenance/advertise/edit': rights(words('广告维护权限', 'Maintain advertisements'), ['adverts.write']),
  'upgrade/file': page(words('升级文件', 'Firmware'), ['firmware.read']),
  'upgrade/file/edit': rights(words('升级文件维护权限', 'Maintain firmware'), ['firmware.write']),
  'upgrade/file/approve': rights(words('升级文件审批权限', 'Approve firmware'), ['firmware.approve']),
  'upgrade/file/key': rights(words('固件签名密钥权限', 'Replace the firmware key'), ['firmware.keys']),
  'upgrade/hardware': page(words('硬件版本', 'Hardware versions'), ['hardwareVersions.read']),
  'upgrade/hardware/edit': rights(words('硬件版本维护权限', 'Maintain hardware versions'), [
    'hardwareVersions.write',
  ]),
  'upgrade/task': page(words('定时升级任务', 'Scheduled upgrade tasks'), [
    'upgradeTasks.read',
    'rollouts.read',
    'upgrades.read',
    'rollouts.read',
  ]),
  'upgrade/task/edit': rights(words('升级任务维护权限', 'Maintain upgrade tasks'), [
    'upgradeTasks.read',
    'upgradeTasks.write',
    'rollouts.read',
    'rollouts.write',
    'rollouts.read',
    'rollouts.write',
    'firmware.read',
  ]),
  'organization/manufacturer': page(words('厂商管理', 'Manufacturers'), ['organizations.read']),
  'organization/manufacturer/edit': rights(words('厂商维护权限', 'Maintain manufacturers'), [
    'organizations.write',
  ]),
  'organization/operator': page(words('运营商管理', 'Operators'), ['operators.read']),
  'organization/operator/edit': rights(words('运营商维护权限', 'Maintain operators'), ['operators.write']),
  'system/user': page(words('用户管理', 'Users'), ['users.read', 'roles.choose', 'permissions.read']),
  'system/user/edit': rights(words('用户维护权限', 'Maintain users'), ['users.write']),
  'system/user/permission': rights(words('数据权限分配', 'Assign data permissions'), ['permissions.write']),
  'system/role': page(words('角色管理', 'Roles'), ['roles.read', 'roles.choose', 'menus.read']),
  'system/role/edit': rights(words('角色维护权限', 'Maintain roles'), ['roles.write']),
  'system/menu': page(words('菜单管理', 'Menus'), ['menus.read']),
  'system/menu/edit': rights(words('菜单维护权限', 'Maintain menus'), ['menus.write']),
  'system/dictionary': page(words('字典管理', 'Dictionary'), ['dictionary.read']),
  'system/dictionary/edit': rights(words('字典维护权限', 'Maintain the dictionary'), ['dictionary.write']),
  'system/device-type': page(words('设备型号管理', 'Device types and models'), ['deviceTypes.read']),
  'system/device-type/edit': rights(words('设备型号维护权限', 'Maintain device types and models'), [
    'deviceTypes.write',
  ]),
  'system/audit': page(words('操作日志', 'Audit log'), ['audit.read']),
  'system/api-key': page(words('接口密钥', 'API keys'), ['apiKeys.read', 'apiKeys.write']),
  'system/app': page(words('应用发布', 'App releases'), ['appReleases.read']),
  'system/app/edit': rights(words('应用发布维护权限', 'Maintain app releases'), ['appReleases.write']),
} as const satisfies Readonly<Record<string, PageKey>>

export type PageName = keyof typeof pages

/** The permissions that a set of page keys grants. */
export function permissionsOf(keys: Iterable<string>): Permission[] {
  const known: Readonly<Record<string, PageKey>> = pages
  return [...new Set([...keys].flatMap((key) => known[key]?.grants ?? []))].sort()
}
