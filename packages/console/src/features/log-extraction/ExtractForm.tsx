import {
  type LogLevel,
  LogRequest,
  type LogRequest as Request,
  logExtraction,
} from '@wattkeeper/contracts/api/log-extraction'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, rarelyChanges, useDeviceTypes } from '../../api/choices.ts'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { Field, FormSchema } from '../../ui/form/Field.tsx'
import { type Days, instantsOf } from './days.ts'
import { LogRange } from './LogRange.tsx'
import { useText } from './text.ts'
import css from './log-extraction.module.css'

const ConfirmBox = lazy(async () => ({ default: (await import('../../ui/form/ConfirmBox.tsx')).ConfirmBox }))

/** What the address holds of the form. */
export interface Subject {
  readonly equipCode?: string | undefined
  readonly equipClassify?: number | undefined
  readonly level?: string | undefined
}

interface Props {
  readonly subject: Subject
  readonly onSubject: (change: Subject) => void
  /** Begins anew: whoever shows this form gives it another key. */
  readonly onReset: () => void
  readonly isRunning: boolean
  readonly onExtract: (request: Request) => void
}

interface Values {
  readonly equipCode: string
  readonly equipClassify: number
  readonly level: string
  readonly days: Days
}

const paramSchema = LogRequest.properties.logExtractParam

/** Which log of which device, and of which days. */
export function ExtractForm({ subject, onSubject, onReset, isRunning, onExtract }: Props): ReactNode {
  const t = useText()
  const [form] = Form.useForm<Values>()
  const types = useDeviceTypes()
  const levels = useLevels(subject.equipClassify)
  const [asked, setAsked] = useState<Values>()
  const pickType = (equipClassify: number) => {
    form.resetFields(['level'])
    onSubject({ equipClassify, level: undefined })
  }
  const extract = (values: Values) => {
    onSubject({ equipCode: values.equipCode.trim() })
    onExtract(requestOf(values, levels))
  }
  return (
    <FormSchema value={LogRequest}>
      <Form
        form={form}
        layout="vertical"
        autoComplete="off"
        initialValues={{ ...subject }}
        onFinish={setAsked}
        scrollToFirstError={{ focus: true }}
      >
        <Alert type="warning" showIcon title={t('warning')} description={t('warning.more')} />
        <div className={css.fields}>
          <Field name="equipCode" label={t('code')}>
            <Input
              allowClear
              placeholder={t('code.hint')}
              onBlur={({ target }) => onSubject({ equipCode: target.value.trim() || undefined })}
            />
          </Field>
          <Field name="equipClassify" label={t('classify')}>
            <Select options={types.map(choiceOf)} onChange={pickType} />
          </Field>
          <FormSchema value={paramSchema}>
            <Field name="level" label={t('level')}>
              <Select
                disabled={subject.equipClassify === undefined}
                placeholder={subject.equipClassify === undefined ? t('level.first') : undefined}
                options={levels.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(level: string) => onSubject({ level })}
              />
            </Field>
          </FormSchema>
          <Field
            name="days"
            label={`${t('range')}（${t('range.hint')}）`}
            isRequired
            extraRules={[{ required: true, message: t('range.required') }]}
          >
            <LogRange />
          </Field>
        </div>
        <div className={css.buttons}>
          <Can use={logExtraction.extract}>
            <Button type="primary" htmlType="submit" loading={isRunning}>
              {t('extract')}
            </Button>
          </Can>
          <Button onClick={onReset}>{t('reset')}</Button>
        </div>
      </Form>
      <Suspense>
        {asked && (
          <Confirm
            code={asked.equipCode}
            level={levels.find(({ code }) => code === asked.level)?.name ?? asked.level}
            onConfirm={() => extract(asked)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </FormSchema>
  )
}

function requestOf({ equipCode, equipClassify, level, days }: Values, levels: readonly LogLevel[]): Request {
  const fileType = levels.find(({ code }) => code === level)?.fileType
  const logExtractParam = { level, ...(fileType !== undefined && { fileType }), ...instantsOf(days) }
  return { equipCode: equipCode.trim(), equipClassify, logExtractParam }
}

interface ConfirmProps {
  readonly code: string
  readonly level: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Confirm({ code, level, onConfirm, onClose }: ConfirmProps): ReactNode {
  const t = useText()
  return (
    <ConfirmBox onConfirm={onConfirm} onClose={onClose}>
      <p>{t('confirm', { code, level })}</p>
      <p>{t('warning')}</p>
    </ConfirmBox>
  )
}

function useLevels(equipClassify: number | undefined) {
  const { data, isOld } = useData(
    logExtraction.levels,
    { equipClassify: equipClassify ?? 0 },
    { ...rarelyChanges, enabled: equipClassify !== undefined },
  )
  return isOld || equipClassify === undefined ? [] : (data ?? [])
}
