// A calendar in the user's language: antd asks dayjs for the names of days and months, and dayjs knows Chinese only after this.
import 'dayjs/locale/zh-cn'

export { default as DatePicker } from 'antd/es/date-picker'
