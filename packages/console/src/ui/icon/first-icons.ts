import AlertOutlined from '@ant-design/icons/es/icons/AlertOutlined'
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import BugOutlined from '@ant-design/icons/es/icons/BugOutlined'
import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import type { ComponentType } from 'react'

export type Icons = Readonly<Record<string, ComponentType<{ readonly 'aria-hidden'?: boolean }>>>

/** What the sidebar shows before anything is unfolded: part of the first load. */
export const firstIcons: Icons = {
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  BugOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  HddOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
  UnorderedListOutlined,
}
