import { readFileSync } from 'node:fs'

/**
 * Two chunks that every screen shares, so that the first table compresses as a whole and a further screen brings
 * little more than its own code (docs/decisions/0040). What only dialogs, pickers and charts use stays out.
 */
const tableKit = [
  'antd/es/(_util|button|checkbox|config-provider|empty|form/context|grid|input/(Input|style)|locale)',
  'antd/es/(pagination|select|space|style|table|theme|tooltip|version|watermark)',
  '@ant-design/(colors|cssinjs|cssinjs-utils|fast-color|icons/es/(?!icons/))',
  '@rc-component/(checkbox|context|input|motion|overflow|pagination|portal)/',
  '@rc-component/(resize-observer|select|table|tooltip|trigger|util|virtual-list)/',
].join('|')

/** What these folders have for forms and dialogs only: no table needs it. */
const formsOnly = new RegExp(
  [
    'antd/es/_util/(ActionButton|convertToTooltipProps|hooks/use(Closable|MergedMask|PatchElement|SyncState))',
    'antd/es/(grid/(style|col|row|hooks/useGutter)|input/style/(textarea|search|otp))',
    'antd/es/space/(index|Item|Addon|style/(index|addon))',
    '@rc-component/input/es/(TextArea|ResizableTextArea|calculateNodeHeight)',
    '@rc-component/(motion/es/(CSSMotionList|util/diff)|util/es/(isMobile|proxyObject))',
  ].join('|'),
)

const isTableKit = new RegExp(`node_modules/(${tableKit})`)

/** The icons that a list of ours imports one by one. */
const iconsOf = (list: string) =>
  [...readFileSync(new URL(`../src/ui/icon/${list}.ts`, import.meta.url), 'utf8').matchAll(/^import (\w+)/gm)]
    .map(([, name]) => name)
    .join('|')

/** Those of the menu stand together, each by itself would cost three times as much. */
const isIcon = (names: string) => new RegExp(`icons(-svg)?/es/(icons|asn)/(${names})\\.js`)

/**
 * Our own around every list; what the login page shares (`browser/`) stays out, and so does what only dialogs about a
 * device, uploads and the field of codes need.
 */
const listKit =
  /console\/src\/(ui\/(filter\/(?!Codes|codes)|icon\/(first|Menu)|list|table|time\/(?!calendar)|url|Dropdown|Tag|text)|api\/(?!commands|pages|transfer|useTransfer)|i18n\/)|icons(-svg)?\/es\/(icons|asn)\/(Calendar|Filter|Reload|Setting)Outlined/

export const chunkGroups = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|i18next|react-i18next)\//,
    priority: 2,
  },
  {
    name: 'kit',
    test: (id: string) => isTableKit.test(id) && !formsOnly.test(id),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'list', test: listKit, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'first-icons', test: isIcon(iconsOf('first-icons')), includeDependenciesRecursively: false },
  { name: 'menu-icons', test: isIcon(iconsOf('seeded-icons')), includeDependenciesRecursively: false },
]
