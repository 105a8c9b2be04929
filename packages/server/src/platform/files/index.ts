export { FileMissing, FileTooLarge, NoRoom, newFileKey } from './file-store.ts'
export type { ByteRange, FileStore, Written } from './file-store.ts'
export { openFolderStore } from './folder-store.ts'
