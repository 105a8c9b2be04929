declare module 'virtual:login-contract' {
  type Words = Readonly<Record<'zh' | 'en', string>>
  interface TextRule {
    readonly minLength: number
    readonly maxLength: number
    readonly words: Readonly<Record<'required' | 'minLength' | 'maxLength', Words>>
  }
  export const contract: {
    readonly path: string
    readonly singleSignOn: Readonly<Record<'options' | 'begin' | 'finish', string>>
    readonly loginName: TextRule
    readonly password: TextRule
  }
}
