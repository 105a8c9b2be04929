import { contract } from 'virtual:login-contract'
import type { Language } from '@wattkeeper/contracts/kit'
import { acceptLanguage, readLanguage, readTheme, showTheme, writeLanguage } from '../browser/preferences.ts'
import { safeRedirect } from '../browser/paths.ts'
import { readToken, writeToken } from '../browser/token.ts'
import { brokenRule } from './login-rules.ts'
import { texts } from './login-texts.ts'

// The login page: no framework, a few kilobytes, usable at once; the app is fetched while the user types.

const saidForMs = 5000
const home = safeRedirect(new URLSearchParams(location.search).get('redirect'))
let language: Language = readLanguage()

function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The login page has no ${id}`)
}

const form = byId('login', HTMLFormElement)
const fields = {
  loginName: byId('loginName', HTMLInputElement),
  password: byId('password', HTMLInputElement),
}
type FieldName = keyof typeof fields
const said = byId('said', HTMLParagraphElement)
const submit = byId('submit', HTMLButtonElement)
const reveal = byId('reveal', HTMLButtonElement)
const shown = new Set<FieldName>()

function translate(): void {
  const t = texts[language]
  document.title = `${t.title} - ${t.product}`
  byId('product', HTMLHeadingElement).textContent = t.product
  byId('nameLabel', HTMLLabelElement).textContent = t.name
  byId('passwordLabel', HTMLLabelElement).textContent = t.password
  byId('language', HTMLButtonElement).textContent = t.otherLanguage
  reveal.textContent = fields.password.type === 'password' ? t.show : t.hide
  submit.textContent = t.submit
  for (const name of shown) check(name)
}

/** Shows what is wrong with a field beside it; true when nothing is. */
function check(name: FieldName): boolean {
  const input = fields[name]
  const rule = contract[name]
  const value = name === 'loginName' ? input.value.trim() : input.value
  const broken = brokenRule(rule, value)
  shown.add(name)
  input.setAttribute('aria-invalid', String(broken !== undefined))
  byId(`${name}Error`, HTMLParagraphElement).textContent = broken ? rule.words[broken][language] : ''
  return broken === undefined
}

let hiding: ReturnType<typeof setTimeout> | undefined
function say(text: string): void {
  clearTimeout(hiding)
  said.textContent = text
  said.hidden = text === ''
  if (text) hiding = setTimeout(() => say(''), saidForMs)
}

/** The text that an answer holds under a name; nothing when there is none. */
function textAt(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

function tokenIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('code' in answer) || answer.code !== 200)
    return undefined
  return 'data' in answer ? textAt(answer.data, 'token') : undefined
}

async function signIn(): Promise<void> {
  const response = await fetch(contract.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': acceptLanguage(language) },
    body: JSON.stringify({ loginName: fields.loginName.value.trim(), password: fields.password.value }),
  })
  const answer: unknown = await response.json()
  const token = tokenIn(answer)
  if (token === undefined) {
    say(textAt(answer, 'message') ?? 'Error')
    fields.password.select()
    return
  }
  writeToken(token)
  location.replace(home)
}

async function onSubmit(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  say('')
  const wrong = (['loginName', 'password'] as const).filter((name) => !check(name))[0]
  if (wrong) {
    fields[wrong].focus()
    return
  }
  submit.disabled = true
  try {
    await signIn()
  } catch {
    say(texts[language].network)
  } finally {
    submit.disabled = false
  }
}

/** Fetches the app while nothing else happens; the page tells which chunks it needs. */
async function prefetchApp(): Promise<void> {
  const page = new DOMParser().parseFromString(
    await (await fetch('/', { credentials: 'omit' })).text(),
    'text/html',
  )
  for (const script of page.querySelectorAll(
    'script[src], link[rel="modulepreload"], link[rel="stylesheet"]',
  )) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = script.getAttribute('src') ?? script.getAttribute('href') ?? ''
    document.head.append(link)
  }
}

showTheme(readTheme())
// with a token there is nothing to do here
if (readToken()) location.replace('/')
writeLanguage(language)
translate()
form.addEventListener('submit', (event) => void onSubmit(event))
for (const name of ['loginName', 'password'] as const) {
  fields[name].addEventListener('blur', () => fields[name].value && check(name))
  fields[name].addEventListener('input', () => shown.has(name) && check(name))
}
reveal.addEventListener('click', () => {
  const isHidden = fields.password.type === 'password'
  fields.password.type = isHidden ? 'text' : 'password'
  reveal.setAttribute('aria-pressed', String(isHidden))
  translate()
})
byId('language', HTMLButtonElement).addEventListener('click', () => {
  language = language === 'zh' ? 'en' : 'zh'
  writeLanguage(language)
  translate()
})
if (import.meta.env.PROD) {
  const prefetch = () => void prefetchApp().catch(() => undefined)
  // Safari has no idle callback
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch)
  else setTimeout(prefetch, 300)
}
