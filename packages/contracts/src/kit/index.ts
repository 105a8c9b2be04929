export * from './fields.ts'
export * from './problem.ts'
export * from './route.ts'
export * from './words.ts'
