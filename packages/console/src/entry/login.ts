import { contract } from 'virtual:login-contract'
import type { Language } from '@wattkeeper/contracts/kit'
import { readLanguage, readTheme, showTheme, writeLanguage } from '../browser/preferences.ts'
import { safeRedirect } from '../browser/paths.ts'
import { readToken, writeToken } from '../browser/token.ts'
import { type Answer, ask, textAt } from './login-call.ts'
import { brokenRule } from './login-rules.ts'
import { type Attempt, forgetAttempt, rememberAttempt, returningAttempt } from './login-single-sign-on.ts'
import { texts } from './login-texts.ts'

// The login page: no framework, a few kilobytes, usable at once; the app is fetched while the user types.

const saidForMs = 5000
/** The provider of single sign-on has sent the browser back. */
let attempt = returningAttempt(location.search)
const home = attempt?.home ?? safeRedirect(new URLSearchParams(location.search).get('redirect'))
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
const otpField = byId('otpField', HTMLDivElement)
const otp = byId('otp', HTMLInputElement)
const signOn = byId('singleSignOn', HTMLButtonElement)
let provider = ''
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
  byId('otpLabel', HTMLLabelElement).textContent = t.otp
  signOn.textContent = t.singleSignOn.replace('{name}', provider)
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

/** The second factor is asked for when the server says so; what it says of it stands beside the field. */
function sayOfOtp(wrong: string | undefined): void {
  const isAsked = !otpField.hidden
  if (wrong !== undefined) otpField.hidden = false
  otp.setAttribute('aria-invalid', String(wrong !== undefined && isAsked))
  byId('otpError', HTMLParagraphElement).textContent = isAsked ? (wrong ?? '') : ''
  if (wrong !== undefined) otp.select()
}

/** Signed in, asked for the second factor, or refused. */
function settle({ data, message, otp: wrong }: Answer): void {
  const token = textAt(data, 'token')
  if (token !== undefined) {
    forgetAttempt()
    writeToken(token)
    location.replace(home)
    return
  }
  sayOfOtp(wrong)
  if (wrong !== undefined) return
  attempt = undefined
  forgetAttempt()
  showFields()
  say(message ?? 'Error')
  fields.password.select()
}

/** Whom the provider has recognized needs no name and password. */
function showFields(): void {
  for (const field of document.querySelectorAll<HTMLElement>('.field'))
    if (field !== otpField) field.hidden = attempt !== undefined
}

const otpGiven = () => (otp.value.trim() ? { otp: otp.value.trim() } : {})

async function signIn(): Promise<void> {
  const given = { loginName: fields.loginName.value.trim(), password: fields.password.value, ...otpGiven() }
  settle(await ask(contract.path, language, given))
}

async function finishSignOn({ query, proof }: Attempt): Promise<void> {
  settle(await ask(contract.singleSignOn.finish, language, { query, proof, ...otpGiven() }))
}

async function beginSignOn(): Promise<void> {
  const { message, data } = await ask(contract.singleSignOn.begin, language, {})
  const url = textAt(data, 'url')
  const proof = textAt(data, 'proof')
  if (url === undefined || proof === undefined) return say(message ?? 'Error')
  rememberAttempt({ proof, home })
  location.assign(url)
}

/** A provider that is offered has a name. */
async function offerSignOn(): Promise<void> {
  const { data } = await ask(contract.singleSignOn.options, language)
  provider = textAt(data, 'name') ?? ''
  signOn.hidden = !(typeof data === 'object' && data !== null && 'isOffered' in data && data.isOffered)
  translate()
}

/** One thing at a time; a network that does not answer is said. */
async function run(what: () => Promise<void>): Promise<void> {
  submit.disabled = true
  try {
    await what()
  } catch {
    say(texts[language].network)
  } finally {
    submit.disabled = false
  }
}

function onSubmit(event: SubmitEvent): void {
  event.preventDefault()
  say('')
  const returning = attempt
  if (returning) {
    void run(() => finishSignOn(returning))
    return
  }
  const wrong = (['loginName', 'password'] as const).filter((name) => !check(name))[0]
  if (wrong) fields[wrong].focus()
  else void run(signIn)
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
showFields()
form.addEventListener('submit', onSubmit)
signOn.addEventListener('click', () => void run(beginSignOn))
void offerSignOn().catch(() => undefined)
if (attempt) form.requestSubmit()
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
