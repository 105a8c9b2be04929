import { useEffect } from 'react'
import { useText } from './text.ts'

/** "{route title} - 运维平台" */
export function usePageTitle(title: string | undefined): void {
  const product = useText()('product')
  useEffect(() => {
    document.title = title ? `${title} - ${product}` : product
  }, [title, product])
}
