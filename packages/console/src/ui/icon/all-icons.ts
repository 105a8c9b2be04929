import AimOutlined from '@ant-design/icons/es/icons/AimOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AppstoreAddOutlined from '@ant-design/icons/es/icons/AppstoreAddOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BlockOutlined from '@ant-design/icons/es/icons/BlockOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import BranchesOutlined from '@ant-design/icons/es/icons/BranchesOutlined'
import BuildOutlined from '@ant-design/icons/es/icons/BuildOutlined'
import BulbOutlined from '@ant-design/icons/es/icons/BulbOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CarOutlined from '@ant-design/icons/es/icons/CarOutlined'
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CloudOutlined from '@ant-design/icons/es/icons/CloudOutlined'
import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileSearchOutlined from '@ant-design/icons/es/icons/FileSearchOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import FireOutlined from '@ant-design/icons/es/icons/FireOutlined'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import MonitorOutlined from '@ant-design/icons/es/icons/MonitorOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import PieChartOutlined from '@ant-design/icons/es/icons/PieChartOutlined'
import PoweroffOutlined from '@ant-design/icons/es/icons/PoweroffOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import RocketOutlined from '@ant-design/icons/es/icons/RocketOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import SolutionOutlined from '@ant-design/icons/es/icons/SolutionOutlined'
import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import UpCircleOutlined from '@ant-design/icons/es/icons/UpCircleOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import WifiOutlined from '@ant-design/icons/es/icons/WifiOutlined'
import { type Icons, firstIcons } from './first-icons.ts'

/** Every icon that a menu row may name; all of antd's would be 200 KB. */
export const allIcons: Icons = {
  ...firstIcons,
  AimOutlined,
  ApiOutlined,
  AppstoreAddOutlined,
  AuditOutlined,
  BarChartOutlined,
  BellOutlined,
  BlockOutlined,
  BookOutlined,
  BranchesOutlined,
  BuildOutlined,
  BulbOutlined,
  CalendarOutlined,
  CarOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  CloudUploadOutlined,
  ClusterOutlined,
  CodeOutlined,
  ControlOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  DesktopOutlined,
  DownloadOutlined,
  EditOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FileOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FileZipOutlined,
  FireOutlined,
  FlagOutlined,
  FolderOutlined,
  FundOutlined,
  GlobalOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  InfoCircleOutlined,
  KeyOutlined,
  LineChartOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  MenuOutlined,
  MessageOutlined,
  MobileOutlined,
  MonitorOutlined,
  NotificationOutlined,
  PartitionOutlined,
  PictureOutlined,
  PieChartOutlined,
  PoweroffOutlined,
  ProfileOutlined,
  ReadOutlined,
  RocketOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SearchOutlined,
  ShopOutlined,
  SolutionOutlined,
  SoundOutlined,
  StarOutlined,
  TableOutlined,
  TagsOutlined,
  ThunderboltOutlined,
  UpCircleOutlined,
  UploadOutlined,
  UserOutlined,
  WarningOutlined,
  WifiOutlined,
}
