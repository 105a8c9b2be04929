import { type Language, type Words, say, words } from '../kit/index.ts'
import { columnWords } from './audit-column-words.ts'

// What the audit calls things by: features and verbs make the name of a route, tables and columns are the database's.

const feature: Record<string, Words> = {
  alarms: words('告警', 'Alarm'),
  apiKeys: words('接口密钥', 'API key'),
  audit: words('操作日志', 'Audit log'),
  devices: words('设备', 'Device'),
  deviceTypes: words('设备型号', 'Device catalogue'),
  dictionary: words('字典', 'Dictionary'),
  menus: words('菜单', 'Menu'),
  operators: words('运营商', 'Operator'),
  organizations: words('厂商', 'Manufacturer'),
  permissions: words('数据权限', 'Data permission'),
  roles: words('角色', 'Role'),
  secondFactor: words('两步验证', 'Second factor'),
  session: words('会话', 'Session'),
  singleSignOn: words('单点登录', 'Single sign-on'),
  users: words('用户', 'User'),
  adverts: words('广告', 'Adverts'),
  appReleases: words('应用发布', 'App releases'),
  commands: words('设备命令', 'Device commands'),
  events: words('事件', 'Events'),
  logExtraction: words('日志提取', 'Log extraction'),
  notifications: words('通知', 'Notifications'),
  batchSettings: words('批量设置', 'Batch settings'),
  rollouts: words('批次', 'Roll-outs'),
  upgrades: words('设备升级', 'Device upgrades'),
  upgradeTasks: words('升级任务', 'Upgrade tasks'),
  modelUpgrades: words('型号升级', 'Upgrades of a model'),
  firmware: words('升级文件', 'Firmware'),
  hardwareVersions: words('硬件版本', 'Hardware versions'),
}

const verb: Record<string, Words> = {
  acknowledge: words('确认', 'acknowledge'),
  begin: words('开始设置', 'begin set-up'),
  changePassword: words('修改密码', 'change password'),
  confirm: words('启用', 'turn on'),
  create: words('新增', 'add'),
  endSession: words('结束会话', 'end session'),
  exportAll: words('导出', 'export'),
  finish: words('登录', 'sign in'),
  importAll: words('导入', 'import'),
  login: words('登录', 'sign in'),
  logout: words('退出登录', 'sign out'),
  remove: words('删除', 'delete'),
  rename: words('改名', 'rename'),
  renewRecoveryCodes: words('更换恢复码', 'renew recovery codes'),
  renewSecret: words('更换密钥', 'renew secret'),
  resetPassword: words('重置密码', 'reset password'),
  resetSecondFactor: words('重置两步验证', 'reset second factor'),
  setSecondFactor: words('设置两步验证要求', 'demand second factor'),
  setStatus: words('启用或停用', 'enable or disable'),
  turnOff: words('关闭', 'turn off'),
  update: words('修改', 'edit'),
  updateByBody: words('修改', 'edit'),
  saveType: words('保存设备类型', 'save type'),
  removeType: words('删除设备类型', 'delete type'),
  saveModel: words('保存型号', 'save model'),
  removeModel: words('删除型号', 'delete model'),
  addModelPart: words('新增型号部件', 'add model part'),
  updateModelPart: words('修改型号部件', 'edit model part'),
  removeModelPart: words('删除型号部件', 'delete model part'),
  savePart: words('保存部件', 'save part'),
  removePart: words('删除部件', 'delete part'),
  saveBoard: words('保存板卡', 'save board'),
  removeBoard: words('删除板卡', 'delete board'),
  control: words('控制', 'control'),
  setting: words('上报设置', 'set reporting'),
  uploadSwitch: words('上报开关', 'switch reporting'),
  setParams: words('设置参数', 'set parameters'),
  extract: words('提取', 'extract'),
  uploadAnnex: words('上传附件', 'upload attachment'),
  upload: words('上传', 'upload'),
  saveSettings: words('保存设置', 'save settings'),
  createChannel: words('新增渠道', 'add channel'),
  updateChannel: words('修改渠道', 'edit channel'),
  removeChannel: words('删除渠道', 'delete channel'),
  createRule: words('新增规则', 'add rule'),
  updateRule: words('修改规则', 'edit rule'),
  removeRule: words('删除规则', 'delete rule'),
  test: words('测试', 'test'),
  pause: words('暂停', 'Pause'),
  resume: words('继续', 'Resume'),
  cancel: words('取消', 'Cancel'),
  retry: words('重试失败项', 'Retry the failed'),
  undo: words('撤销', 'Undo'),
  exportTargets: words('导出目标', 'Export targets'),
  send: words('下发升级', 'Send an upgrade'),
  sendAll: words('下发全部升级', 'Send all upgrades'),
  approve: words('审批', 'Approve'),
  rotateKey: words('更换签名密钥', 'Rotate the signing key'),
  remote: words('远程升级', 'Upgrade remotely'),
}

const table: Record<string, Words> = {
  alarms: words('告警', 'Alarm'),
  data_permissions: words('数据权限', 'Data permission'),
  devices: words('设备', 'Device'),
  dictionary: words('字典项', 'Dictionary entry'),
  equip_models: words('设备型号', 'Model'),
  equip_types: words('设备类型', 'Device type'),
  menus: words('菜单', 'Menu'),
  model_parts: words('型号部件', 'Model part'),
  operators: words('运营商', 'Operator'),
  organizations: words('厂商', 'Manufacturer'),
  part_types: words('部件', 'Part'),
  pcbs: words('板卡', 'Board'),
  role_menus: words('角色菜单', 'Role menu'),
  roles: words('角色', 'Role'),
  user_roles: words('用户角色', 'User role'),
  users: words('用户', 'User'),
  api_keys: words('接口密钥', 'API key'),
  adverts: words('广告', 'Advert'),
  app_releases: words('应用版本', 'App release'),
  notification_channels: words('通知渠道', 'Notification channel'),
  notification_rules: words('通知规则', 'Notification rule'),
  rollouts: words('批次', 'Roll-out'),
  software_versions: words('升级文件', 'Firmware version'),
  hardware_versions: words('硬件版本', 'Hardware version'),
}

export const auditWords = { feature, verb, table, column: columnWords } as const
export type AuditKind = keyof typeof auditWords

/** What nobody has named yet keeps the program's own word. */
export function auditWord(kind: AuditKind, name: string, language: Language): string {
  const known = Object.hasOwn(auditWords[kind], name) ? auditWords[kind][name] : undefined
  return known ? say(known, language) : name
}

/** `users.update` in words; a feature alone is said alone. */
export function auditAction(action: string, language: Language): string {
  const [feature = '', verb] = action.split('.')
  const what = auditWord('feature', feature, language)
  return verb === undefined ? what : `${what} · ${auditWord('verb', verb, language)}`
}
