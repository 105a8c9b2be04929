import { rmSync } from 'node:fs'

/** The installations have stopped by now; their data goes with them. */
export default function removeData(): void {
  rmSync(process.env['WK_E2E_DATA'] ?? '', { recursive: true, force: true })
}
