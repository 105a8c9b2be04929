import {
  type AppPackage,
  NewAppRelease,
  appPlatforms,
  appReleases,
} from '@wattkeeper/contracts/api/app-releases'
import { apps } from '@wattkeeper/contracts/public-pages'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PackageField } from './PackageField.tsx'
import { appName } from './app-name.ts'
import { useText } from './text.ts'

/** A new release: a package that is uploaded here, or a link to where it is got. */
export function ReleaseForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const create = useAction(appReleases.create, { inForm: true })
  const [given, setGiven] = useState<AppPackage>()
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewAppRelease}
      initial={{ appCode: apps[0].code, platform: 'android' }}
      confirm={({ appCode, platform, version }) =>
        t('addConfirm', { app: appName(appCode), platform: t(platform), version })
      }
      onSubmit={(values) =>
        create.run(given ? { ...values, url: '', file: given.file, fileName: given.fileName } : values)
      }
      onClose={onClose}
    >
      <Field name="appCode" label={t('app')}>
        <Select options={apps.map(({ code, name }) => ({ value: code, label: name }))} />
      </Field>
      <Field name="platform" label={t('platform')}>
        <Select
          options={appPlatforms.map((value) => ({ value, label: t(value) }))}
          onChange={() => setGiven(undefined)}
        />
      </Field>
      <Field name="version" label={t('version')} hint={t('versionHint')}>
        <Input placeholder="2.10.0" />
      </Field>
      <Source given={given} onGive={setGiven} />
      <Field name="notes" label={t('notes')}>
        <Input.TextArea rows={3} />
      </Field>
    </FormDialog>
  )
}

const isVersion = /^\d{1,9}(\.\d{1,9}){0,3}$/

interface SourceProps {
  readonly given: AppPackage | undefined
  readonly onGive: (given: AppPackage | undefined) => void
}

/** iOS apps come from a store only; an uploaded package needs no link. */
function Source({ given, onGive }: SourceProps): ReactNode {
  const t = useText()
  const form = Form.useFormInstance()
  const give = (next: AppPackage | undefined) => {
    onGive(next)
    // A package knows its version better than whoever types it; a name such as 2.1-beta is no version of ours.
    if (next?.versionName && isVersion.test(next.versionName))
      form.setFieldsValue({ version: next.versionName })
  }
  const platform: unknown = Form.useWatch('platform')
  const isStore = platform === 'ios'
  return (
    <>
      {!isStore && <PackageField given={given} onGive={give} />}
      {!given && (
        <Field name="url" label={t('link')} hint={isStore ? t('storeHint') : t('linkHint')}>
          <Input inputMode="url" placeholder="https://" />
        </Field>
      )}
    </>
  )
}
