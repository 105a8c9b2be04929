import { Credentials, session } from '@wattkeeper/contracts/api/session'
import { singleSignOn } from '@wattkeeper/contracts/api/single-sign-on'
import type { Plugin } from 'vite'

const id = 'virtual:login-contract'

interface TextSchema {
  readonly minLength?: number
  readonly maxLength?: number
  readonly 'x-words'?: object
}

function ruleOf(field: object) {
  const schema: TextSchema = field
  return { minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 500, words: schema['x-words'] }
}

/** The login page gets its address and rules from the contract while building, and none of the contract's code. */
export function loginContract(): Plugin {
  const { loginName, password } = Credentials.properties
  const contract = {
    path: session.login.path,
    singleSignOn: {
      options: singleSignOn.options.path,
      begin: singleSignOn.begin.path,
      finish: singleSignOn.finish.path,
    },
    loginName: ruleOf(loginName),
    password: ruleOf(password),
  }
  return {
    name: 'wattkeeper-login-contract',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) =>
      resolved === `\0${id}` ? `export const contract = ${JSON.stringify(contract)}` : null,
  }
}
