import { rmSync } from 'node:fs'
import { installation } from './installation.ts'

/** The installation has stopped by now; its data goes with it. */
export default function removeData(): void {
  rmSync(installation.dataDir, { recursive: true, force: true })
}
