import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@wattkeeper/contracts/kit'
import { Check } from 'typebox/value'

const SecretFile = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))
const fileName = 'simulator-secrets.json'

/** The secrets of the devices, by platform: shown once when a device is made, so they are kept for the next run. */
export class Secrets {
  private readonly folder: string
  private readonly platform: string
  private readonly all: Record<string, Record<string, string>>
  private writing: Promise<void> = Promise.resolve()

  private constructor(folder: string, platform: string, all: Record<string, Record<string, string>>) {
    this.folder = folder
    this.platform = platform
    this.all = all
  }

  static async open(folder: string, platform: string): Promise<Secrets> {
    await mkdir(folder, { recursive: true })
    return new Secrets(folder, platform, await read(join(folder, fileName)))
  }

  get(code: string): string | undefined {
    return this.all[this.platform]?.[code]
  }

  set(code: string, secret: string): void {
    const ours = (this.all[this.platform] ??= {})
    ours[code] = secret
  }

  /** Whole or not at all, and for nobody else to read. */
  save(): Promise<void> {
    this.writing = this.writing.then(() => this.write())
    return this.writing
  }

  private async write(): Promise<void> {
    const path = join(this.folder, fileName)
    const fresh = `${path}.new`
    await writeFile(fresh, JSON.stringify(this.all), { mode: 0o600 })
    await chmod(fresh, 0o600)
    await rename(fresh, path)
  }
}

async function read(path: string): Promise<Record<string, Record<string, string>>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  try {
    const found: unknown = JSON.parse(text)
    return Check(SecretFile, found) ? found : {}
  } catch {
    // A damaged file is as good as none: the platform gives new secrets.
    return {}
  }
}
