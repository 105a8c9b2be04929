import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import FileSearchOutlined from '@ant-design/icons/es/icons/FileSearchOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import type { Icons } from './first-icons.ts'

/** What else the product's own menu shows once its groups are unfolded; icons that people choose may be any. */
export const seededIcons: Icons = {
  BellOutlined,
  BookOutlined,
  CheckCircleOutlined,
  ClusterOutlined,
  ControlOutlined,
  EditOutlined,
  EnvironmentOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FileZipOutlined,
  FundOutlined,
  HistoryOutlined,
  IdcardOutlined,
  KeyOutlined,
  MenuOutlined,
  MobileOutlined,
  PictureOutlined,
  ProfileOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  UserOutlined,
}
