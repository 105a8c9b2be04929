/**
 * Every colour of the console, in both themes. The build writes them into the pages as CSS variables (`--wk-…`), so
 * the static shell, the login page and the app share them; antd's tokens are made from the same values.
 * Each ink is at least 4.5:1 on every ground it is used on (axe checks this).
 */
export const light = {
  canvas: '#f2f5f4',
  surface: '#ffffff',
  sunken: '#f7f9f8',
  line: '#e0e6e3',
  'line-strong': '#bcc7c3',
  ink: '#14201d',
  'ink-2': '#445350',
  'ink-3': '#5c6b67',
  accent: '#0b6b5d',
  'accent-strong': '#08564b',
  'accent-soft': '#e0f0ec',
  'on-accent': '#ffffff',
  good: '#16714a',
  'good-soft': '#e1f3e9',
  bad: '#b42b24',
  'bad-soft': '#fceae8',
  orange: '#a8440c',
  'orange-soft': '#fdeee3',
  warn: '#855300',
  'warn-soft': '#fcf2d9',
  info: '#2a5ea8',
  'info-soft': '#e6eefa',
  idle: '#5c6b67',
  'idle-soft': '#eceff0',
  side: '#10201d',
  'side-raised': '#1b322d',
  'side-ink': '#d3dedb',
  'side-ink-2': '#9db0aa',
  'side-accent': '#5fd3bb',
  shadow: 'rgba(16, 32, 29, 0.12)',
  marked: '#fff6d6',
  'lamp-red': '#d92d20',
  'lamp-green': '#12924c',
  'lamp-blue': '#2970ff',
  'lamp-yellow': '#b98200',
} as const

export type Palette = { readonly [K in keyof typeof light]: string }

export const dark: Palette = {
  canvas: '#0d1412',
  surface: '#151e1c',
  sunken: '#111917',
  line: '#27322f',
  'line-strong': '#46544f',
  ink: '#e5ece9',
  'ink-2': '#b4c1bc',
  'ink-3': '#96a59f',
  accent: '#56cab2',
  'accent-strong': '#7cdac6',
  'accent-soft': '#16342e',
  'on-accent': '#05201b',
  good: '#62d196',
  'good-soft': '#12301f',
  bad: '#ff8a80',
  'bad-soft': '#3a1a18',
  orange: '#ffa26b',
  'orange-soft': '#3a2114',
  warn: '#eeb65c',
  'warn-soft': '#352810',
  info: '#8bb9ff',
  'info-soft': '#172741',
  idle: '#9aa8a3',
  'idle-soft': '#222c29',
  side: '#0a100f',
  'side-raised': '#18241f',
  'side-ink': '#d0dbd7',
  'side-ink-2': '#92a39d',
  'side-accent': '#5fd3bb',
  shadow: 'rgba(0, 0, 0, 0.5)',
  marked: '#33300f',
  'lamp-red': '#ff5a4f',
  'lamp-green': '#32d583',
  'lamp-blue': '#5b9dff',
  'lamp-yellow': '#ffc93c',
}

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--wk-${name}:${value}`)
    .join(';')

export const paletteCss = (): string =>
  `:root{color-scheme:light;${variables(light)}}:root[data-theme=dark]{color-scheme:dark;${variables(dark)}}`
