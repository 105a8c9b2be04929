import { type NotificationSettings, notifications } from '@wattkeeper/contracts/api/notifications'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { ReactNode } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { Columns } from '../../ui/form/Columns.tsx'
import { useText } from './text.ts'
import { minuteOf, timeOf } from './minutes.ts'
import css from './notifications.module.css'

const languages = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] as const
/** Offered when quiet hours are switched on. */
const night = { from: '22:00', until: '07:00' }

export function Settings(): ReactNode {
  const { data } = useData(notifications.settings, {})
  return data ? <SettingsForm of={data} /> : null
}

interface Entered {
  readonly language: 'zh' | 'en'
  readonly isQuiet: boolean
  readonly from: string
  readonly until: string
  readonly worstAnyway: boolean
}

function enteredOf({ language, quietFrom, quietUntil, worstAnyway }: NotificationSettings): Entered {
  const isQuiet = quietFrom !== quietUntil
  const hours = isQuiet ? { from: timeOf(quietFrom), until: timeOf(quietUntil) } : night
  return { language, isQuiet, worstAnyway, ...hours }
}

function SettingsForm({ of }: { readonly of: NotificationSettings }): ReactNode {
  const t = useText()
  const [form] = Form.useForm<Entered>()
  const save = useAction(notifications.saveSettings)
  // not there before the first turn
  const chosen = Form.useWatch((values: Partial<Entered>) => values.isQuiet, form)
  const isQuiet = chosen ?? of.quietFrom !== of.quietUntil
  const submit = ({ language, worstAnyway, ...entered }: Entered) => {
    const [quietFrom, quietUntil] = isQuiet ? [minuteOf(entered.from), minuteOf(entered.until)] : [0, 0]
    void save.run({ language, worstAnyway, quietFrom, quietUntil }).catch(() => undefined)
  }
  const differs = () =>
    form.getFieldValue('from') === form.getFieldValue('until')
      ? Promise.reject(new Error(t('settings.same')))
      : Promise.resolve()
  return (
    <Form
      form={form}
      layout="vertical"
      className={css.settings}
      initialValues={enteredOf(of)}
      onFinish={submit}
    >
      <Form.Item name="language" label={t('settings.language')}>
        <Select options={[...languages]} />
      </Form.Item>
      <Form.Item name="isQuiet" label={t('settings.quietOn')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <fieldset disabled={!isQuiet} hidden={!isQuiet} className={css.hours}>
        <legend>{t('settings.quiet')}</legend>
        <Columns>
          <Form.Item name="from" label={t('settings.from')}>
            <Input type="time" required={isQuiet} />
          </Form.Item>
          <Form.Item
            name="until"
            label={t('settings.until')}
            dependencies={['from']}
            rules={isQuiet ? [{ validator: differs }] : []}
          >
            <Input type="time" required={isQuiet} />
          </Form.Item>
        </Columns>
        <p>{t('settings.zone', { zone: of.timeZone })}</p>
        <Form.Item name="worstAnyway" label={t('settings.worst')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </fieldset>
      <Button type="primary" htmlType="submit" loading={save.isRunning}>
        {t('settings.save')}
      </Button>
    </Form>
  )
}
