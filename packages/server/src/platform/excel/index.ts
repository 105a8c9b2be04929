export { readSheet } from './read.ts'
export { type Cell, type Sheet, streamSheet, writeBook, xlsxType } from './write.ts'
