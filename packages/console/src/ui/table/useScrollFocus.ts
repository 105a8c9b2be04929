import { type RefObject, useEffect } from 'react'

/** What antd's table scrolls in. */
const scrollers = '.ant-table-content, .ant-table-body'

/** A table that is wider than its place can be scrolled by keyboard, also when nothing in it takes the focus. */
export function useScrollFocus(anchor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const element of anchor.current?.querySelectorAll<HTMLElement>(scrollers) ?? []) element.tabIndex = 0
  })
}
