const kilo = 1024
/** `1.4 MB`, `20 MB` */
export function bytes(count: number): string {
  if (count < kilo) return `${count} B`
  if (count < kilo * kilo) return `${(count / kilo).toFixed(0)} KB`
  return `${Number((count / kilo / kilo).toFixed(1))} MB`
}
