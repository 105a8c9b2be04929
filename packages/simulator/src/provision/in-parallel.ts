/** Works through a list with so many at a time; the results keep the order of the list. */
export async function inParallel<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
