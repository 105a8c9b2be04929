import type { MenuNode } from '@wattkeeper/contracts/api/menus'
import { pages } from '@wattkeeper/contracts/pages'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useLanguage, useNameIn } from '../../i18n/i18n.ts'
import { Columns } from '../../ui/form/Columns.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { IconField } from './IconField.tsx'
import { type MenuValues, groupsFor, mustStayGroup } from './menu-rules.ts'
import { useText } from './text.ts'

interface Props {
  readonly menu: MenuNode | undefined
  readonly tree: readonly MenuNode[]
}

export function MenuFields({ menu, tree }: Props): ReactNode {
  const t = useText()
  const form = Form.useFormInstance<MenuValues>()
  const { parentId = 0, type, openType = 0 } = Form.useWatch((values: MenuValues) => values, form)
  const isExternal = openType === 1
  return (
    <>
      <Place menu={menu} tree={tree} parentId={parentId} />
      <Columns>
        <Field name="name" label={t('name')}>
          <Input autoFocus />
        </Field>
        <Field name="nameEn" label={t('nameEn')}>
          <Input />
        </Field>
        <Field name="openType" label={t('openType')} {...(type === 'M' && { hint: t('rule.groupInternal') })}>
          <Radio.Group
            disabled={type === 'M'}
            options={[
              { value: 0, label: t('openType.0') },
              { value: 1, label: t('openType.1') },
            ]}
          />
        </Field>
        <Field name="icon" label={t('icon')}>
          <IconField />
        </Field>
        <Field name="path" label={t('path')} {...(isExternal && { hint: t('rule.framePath') })}>
          <Input disabled={isExternal} placeholder="/system/example" />
        </Field>
        <Field name="remark" label={t('remark')}>
          <Input />
        </Field>
      </Columns>
      <Address type={type} isExternal={isExternal} />
      <Field name="orderNum" label={t('order')}>
        <InputNumber min={0} max={1_000_000} precision={0} />
      </Field>
    </>
  )
}

function Place({ menu, tree, parentId }: Props & { readonly parentId: number }): ReactNode {
  const t = useText()
  const nameIn = useNameIn()
  const isBound = mustStayGroup(menu)
  const isTop = parentId === 0
  const groups = groupsFor(tree, menu?.id).map((group) => ({ value: group.id, label: nameIn(group) }))
  return (
    <Columns>
      <Field name="parentId" label={t('parent')} {...(isBound && { hint: t('rule.topOnly') })}>
        <Select disabled={isBound} options={[{ value: 0, label: t('top') }, ...groups]} />
      </Field>
      <Field name="type" label={t('type')} {...(!isTop && { hint: t('rule.topOnly') })}>
        <Radio.Group
          disabled={isBound}
          options={(['M', 'C', 'F'] as const)
            .filter((type) => isTop || type !== 'M')
            .map((type) => ({ value: type, label: t(`type.${type}`) }))}
        />
      </Field>
    </Columns>
  )
}

/** A page's address is a page that the program has; a link's is a web address; a group has none. */
function Address({
  type,
  isExternal,
}: {
  readonly type: MenuValues['type']
  readonly isExternal: boolean
}): ReactNode {
  const t = useText()
  const language = useLanguage()
  if (type === 'M')
    return (
      <Field name="url" label={t('url')} hint={t('rule.noPage')}>
        <Input disabled />
      </Field>
    )
  if (isExternal)
    return (
      <Field
        name="url"
        label={t('link')}
        isRequired
        extraRules={[{ required: true, message: t('rule.linkRequired') }]}
      >
        <Input inputMode="url" placeholder="https://" />
      </Field>
    )
  const options = Object.entries(pages).map(([key, { title, screen }]) => ({
    value: key,
    label: `${key} — ${title[language]}${screen ? '' : ` (${t('rule.rights')})`}`,
  }))
  return (
    <Field
      name="url"
      label={t('url')}
      isRequired
      extraRules={[{ required: true, message: t('rule.pageRequired') }]}
    >
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={options} />
    </Field>
  )
}
