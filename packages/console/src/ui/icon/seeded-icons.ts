import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FileSearchOutlined from '@ant-design/icons/es/icons/FileSearchOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import type { Icons } from './first-icons.ts'

/** What else the product's own menu shows once its groups are unfolded; icons that people choose may be any. */
export const seededIcons: Icons = {
  BellOutlined,
  BookOutlined,
  CheckCircleOutlined,
  EditOutlined,
  FileSearchOutlined,
  IdcardOutlined,
  KeyOutlined,
  MenuOutlined,
  ProfileOutlined,
  SafetyOutlined,
  UserOutlined,
}
