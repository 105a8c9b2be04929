import { ById, Nothing } from './fields.ts'
import { words } from './words.ts'

/** What a route answers that created, changed or deleted something, and what a person is told: mix into the route. */

export const created = { output: ById, done: words('创建成功', 'Created') }
export const saved = { output: Nothing, done: words('修改成功', 'Saved') }
export const deleted = { output: Nothing, done: words('删除成功!', 'Deleted') }
