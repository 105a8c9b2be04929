import {
  type FirmwareUpload,
  NewSoftwareVersion,
  type SoftwareVersion,
  firmware,
} from '@wattkeeper/contracts/api/firmware'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import { type Static, Type } from '@wattkeeper/contracts/kit'
import type { FormInstance } from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { rarelyChanges } from '../../api/choices.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FirmwareFields } from './FirmwareFields.tsx'
import { FileItem } from './FileItem.tsx'
import { consequences } from './board-rules.ts'
import { type GivenFile, fileOf, uploadedFile } from './given-file.ts'
import { enteredOf, noteFields, remarkOf } from './notes.ts'
import { useText } from './text.ts'

const { remark: _, ...fields } = NewSoftwareVersion.properties
const Entered = Type.Object({ ...fields, ...noteFields })
type Entered = Static<typeof Entered>

const width = 760
/** What devices are offered changes with the versions. */
const readers = ['deviceVersions']

interface Props {
  /** Absent: a new one. */
  readonly version: SoftwareVersion | undefined
  readonly onClose: () => void
}

function initialOf(version: SoftwareVersion | undefined): Partial<Entered> {
  // a version becomes what the fleet is offered only when somebody says so
  if (!version) return { isRelease: false, isAutoUpgrade: true }
  const { filePath, pcbCode, partType, isRelease, isAutoUpgrade, hwVersion, mcuNum, remark } = version
  return {
    ...{ filePath, pcbCode, partType, version: version.version },
    ...{ isRelease, isAutoUpgrade, hwVersion, mcuNum },
    ...enteredOf(remark),
  }
}

function wireOf({ note_zh, note_en, note_de, note_fr, hwVersion, ...values }: Entered) {
  return {
    ...values,
    hwVersion: hwVersion || null,
    remark: remarkOf({ note_zh, note_en, note_de, note_fr }),
  }
}

/** A new firmware version, or a changed one: the file first, which is what makes it possible to confirm. */
export function FirmwareForm({ version, onClose }: Props): ReactNode {
  const t = useText()
  const create = useAction(firmware.create, { inForm: true, alsoRefresh: readers })
  const update = useAction(firmware.update, { inForm: true, alsoRefresh: readers })
  const boards = useData(deviceTypes.boards, {}, rarelyChanges).data ?? []
  const [file, setFile] = useState<GivenFile | undefined>(version && fileOf(version))
  const follow = (changed: Readonly<Record<string, unknown>>, form: FormInstance<Record<string, unknown>>) =>
    form.setFieldsValue(consequences(boards, changed, form.getFieldsValue()))
  const nameOf = ({ pcbCode: board, version: number, isRelease = false }: Entered) =>
    t('name', { board, version: number, release: t(`release.${isRelease}`) })
  return (
    <FormDialog
      title={t(version ? 'edit.title' : 'add.title')}
      width={width}
      schema={Entered}
      initial={initialOf(version)}
      canSubmit={file !== undefined}
      confirm={(values) => t(version ? 'edit.confirm' : 'add.confirm', { name: nameOf(values) })}
      onSubmit={(values) =>
        version
          ? update.run({ ...wireOf(values), id: version.id, revision: version.revision })
          : create.run(wireOf(values))
      }
      onChange={follow}
      onClose={onClose}
    >
      <FileItem
        file={file}
        purpose={version ? 'update' : 'create'}
        onUploaded={(upload: FirmwareUpload) => setFile(uploadedFile(upload))}
        onRemove={() => setFile(undefined)}
      />
      <FirmwareFields boards={boards} locked={file?.locked ?? []} />
    </FormDialog>
  )
}
