export { readSheet } from './read.ts'
export { type Cell, type Column, type Sheet, streamSheet, writeBook, xlsxType } from './write.ts'
