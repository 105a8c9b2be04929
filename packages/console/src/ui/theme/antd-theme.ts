import type { ThemeConfig } from 'antd/es/config-provider/context'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import defaultAlgorithm from 'antd/es/theme/themes/default'
import { type Palette, dark, light } from './palette.ts'

export const fontStack =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif'

function tokensOf(p: Palette): NonNullable<ThemeConfig['token']> {
  return {
    fontFamily: fontStack,
    fontSize: 14,
    borderRadius: 6,
    controlHeight: 32,
    wireframe: false,
    colorPrimary: p.accent,
    colorPrimaryHover: p['accent-strong'],
    colorPrimaryActive: p['accent-strong'],
    colorLink: p.accent,
    colorLinkHover: p['accent-strong'],
    colorLinkActive: p['accent-strong'],
    colorSuccess: p.good,
    colorError: p.bad,
    colorErrorText: p.bad,
    colorErrorHover: p.bad,
    colorWarning: p.warn,
    colorInfo: p.info,
    colorSuccessBg: p['good-soft'],
    colorSuccessBorder: p['good-soft'],
    colorErrorBg: p['bad-soft'],
    colorErrorBorder: p['bad-soft'],
    colorWarningBg: p['warn-soft'],
    colorWarningBorder: p['warn-soft'],
    colorInfoBg: p['info-soft'],
    colorInfoBorder: p['info-soft'],
    controlItemBgActive: p['accent-soft'],
    controlItemBgActiveHover: p['accent-soft'],
    controlItemBgHover: p.sunken,
    colorText: p.ink,
    colorTextHeading: p.ink,
    colorTextSecondary: p['ink-2'],
    colorTextTertiary: p['ink-3'],
    colorTextDescription: p['ink-3'],
    colorTextPlaceholder: p['ink-3'],
    colorTextQuaternary: p['ink-3'],
    colorTextDisabled: p['ink-3'],
    colorIcon: p['ink-3'],
    colorIconHover: p.ink,
    colorBgLayout: p.canvas,
    colorBgContainer: p.surface,
    colorBgElevated: p.surface,
    colorBorder: p['line-strong'],
    colorBorderSecondary: p.line,
    colorTextLightSolid: p['on-accent'],
    colorBgSpotlight: p.ink,
    // where the style sheet keeps everything still, nobody may wait for the end of a motion
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.18s',
  }
}

/** A theme of our own: antd's default fails the contrast check in dozens of places. */
export function antdTheme(isDark: boolean): ThemeConfig {
  const p = isDark ? dark : light
  return {
    algorithm: isDark ? darkAlgorithm : defaultAlgorithm,
    token: tokensOf(p),
    components: {
      Table: {
        headerBg: p.sunken,
        headerColor: p['ink-2'],
        headerSplitColor: 'transparent',
        rowHoverBg: p.sunken,
        rowSelectedBg: p['accent-soft'],
        rowSelectedHoverBg: p['accent-soft'],
        cellPaddingBlock: 11,
        cellPaddingBlockMD: 8,
        cellPaddingBlockSM: 5,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Tooltip: { colorTextLightSolid: p.surface },
      Select: { optionSelectedBg: p['accent-soft'], optionActiveBg: p.sunken },
      Menu: { itemSelectedBg: p['accent-soft'] },
      Form: { labelColor: p['ink-2'], itemMarginBottom: 24 },
      Tabs: { itemColor: p['ink-2'], horizontalMargin: '0' },
    },
  }
}
