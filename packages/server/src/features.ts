import { feature as session } from './features/session/feature.ts'
import { feature as system } from './features/system/feature.ts'
import type { Served } from './platform/http/handler.ts'

/** Every feature that answers people. A new feature is one line here. */
export const served: readonly Served[] = [session, system]
