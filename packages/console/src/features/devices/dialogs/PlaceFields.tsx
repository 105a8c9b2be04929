import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import { maps } from '@wattkeeper/contracts/api/maps'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../../api/profile.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { RegionSelect } from '../../../ui/region/RegionSelect.tsx'
import { useText } from '../text.ts'
import type { PickedPlace } from './PlacePicker.tsx'
import css from './dialogs.module.css'

const PlacePicker = lazy(async () => ({ default: (await import('./PlacePicker.tsx')).PlacePicker }))

const longestAddress = 200

/** Region, address and coordinates of a device: typed, or chosen on a map, which fills all of them. */
export function PlaceFields(): ReactNode {
  const t = useText()
  const form = Form.useFormInstance()
  const [isPicking, setPicking] = useState(false)
  const longitude = Form.useWatch<number | null | undefined>('longitude')
  const latitude = Form.useWatch<number | null | undefined>('latitude')
  const place =
    typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : undefined
  const pick = ({ found, ...at }: PickedPlace) => {
    form.setFieldsValue({
      ...at,
      ...(found?.regionCode && { regionCode: found.regionCode }),
      ...(found && found.address !== '' && { address: found.address.slice(0, longestAddress) }),
    })
    setPicking(false)
  }
  return (
    <>
      <Field name="regionCode" label={t('field.region')}>
        <RegionSelect />
      </Field>
      <Field name="address" label={t('field.address')}>
        <Input maxLength={longestAddress} />
      </Field>
      <Field name="longitude" label={t('field.longitude')}>
        <InputNumber className={css.wide} placeholder="-180 ~ 180" controls={false} />
      </Field>
      <Field name="latitude" label={t('field.latitude')}>
        <InputNumber className={css.wide} placeholder="-90 ~ 90" controls={false} />
      </Field>
      <Can use={maps.reverse}>
        <Button icon={<EnvironmentOutlined />} onClick={() => setPicking(true)}>
          {t('place.pick')}
        </Button>
      </Can>
      {isPicking && (
        <Suspense>
          <PlacePicker place={place} onPick={pick} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  )
}
